import type { JobHandlers } from '#server/jobs/jobs.ts'
import { purgePitch } from './queries.ts'
import { changePitchState } from './state.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** After the end of a pitch: closes what is still open. */
    finishPitch: { pitchId: number }
    /** When a deletion can no longer be taken back. */
    purgePitch: { pitchId: number }
  }
}

export const pitchJobs = {
  finishPitch: async ({ pitchId }, { db }) => {
    await db.transaction(async tx => void (await changePitchState(tx, { id: pitchId }, 'finish')))
  },
  purgePitch: async ({ pitchId }, { db }) => purgePitch(db, pitchId, new Date()),
} satisfies JobHandlers
