import { z } from 'zod'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** Where the model for virtual backgrounds is: to be fetched once, nowhere, or in a file. */
    readonly backgroundModel: string
  }
}

export const backgroundSettings = settingsPart({
  shape: { BACKGROUND_MODEL: z.string().default('fetch') },
  read: v => ({ backgroundModel: v.BACKGROUND_MODEL }),
})
