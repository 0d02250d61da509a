import { z } from 'zod'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** The model for virtual backgrounds: `fetch` to download it once, `off`, or the path of a file. */
    readonly backgroundModel: string
  }
}

export const backgroundSettings = settingsPart({
  shape: { BACKGROUND_MODEL: z.string().default('fetch') },
  read: v => ({ backgroundModel: v.BACKGROUND_MODEL }),
})
