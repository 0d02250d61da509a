import { whole } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    readonly convertTimeoutSeconds: number
    readonly convertMemoryMb: number
  }
}

/** The time and memory limits of one conversion. */
export const deckSettings = settingsPart({
  shape: {
    CONVERT_TIMEOUT_SECONDS: whole(5, 3600).default(120),
    CONVERT_MEMORY_MB: whole(256, 65_536).default(2048),
  },
  read: v => ({ convertTimeoutSeconds: v.CONVERT_TIMEOUT_SECONDS, convertMemoryMb: v.CONVERT_MEMORY_MB }),
})
