import { z } from 'zod'
import { whole } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    readonly convertTimeoutSeconds: number
    readonly convertMemoryMb: number
    /** Whether Office files are converted without isolation, where a hostile file could read all that the server can. */
    readonly convertMayExposeServer: boolean
  }
}

/** The time and memory limits of one conversion, and whether it may run without isolation. */
export const deckSettings = settingsPart({
  shape: {
    CONVERT_TIMEOUT_SECONDS: whole(5, 3600).default(120),
    CONVERT_MEMORY_MB: whole(256, 65_536).default(2048),
    CONVERT_MAY_EXPOSE_SERVER: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  },
  read: v => ({
    convertTimeoutSeconds: v.CONVERT_TIMEOUT_SECONDS,
    convertMemoryMb: v.CONVERT_MEMORY_MB,
    convertMayExposeServer: v.CONVERT_MAY_EXPOSE_SERVER === 'yes',
  }),
})
