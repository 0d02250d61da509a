import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { type Occasion, raise } from '#server/occasions.ts'
import type { PitchRow } from './queries.ts'
import { changePitchState } from './state.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch has ended and is over: its results can be summed up. */
    pitchFinished: Occasion<Pick<Context, 'db'>, PitchRow>
  }
}

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

export const pitchFeature = {
  jobs: pitchJobs,
} satisfies Feature
