import type { JobHandlers } from '#server/jobs/jobs.ts'
import { raise } from '#server/occasions.ts'
import { changePitchState } from './state.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** After the end of a pitch. */
    finishPitch: { pitchId: number }
  }
}

export const pitchJobs = {
  finishPitch: async ({ pitchId }, frame) => {
    await frame.db.transaction(async db => {
      const pitch = await changePitchState(db, { id: pitchId }, 'finish')
      if (pitch) await raise({ db, frame }, 'pitchFinished', pitch)
    })
  },
} satisfies JobHandlers
