import { availableParallelism } from 'node:os'
import { whole } from '#server/settingFields.ts'
import { settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** How many pitches one server records at once. */
    readonly recordingsAtOnce: number
  }
}

/**
 * Recordings for each core: four people on camera and a shared screen take up to 0.4 of a core, and the room needs the
 * rest.
 */
const EACH_CORE = 2

export const recordingSettings = settingsPart({
  shape: { RECORDINGS_AT_ONCE: whole(1, 500).optional() },
  read: v => ({ recordingsAtOnce: v.RECORDINGS_AT_ONCE ?? EACH_CORE * availableParallelism() }),
})
