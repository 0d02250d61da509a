import { commitmentCalls } from '#features/results/commitment/contract.ts'
import type { ServerPart } from '#features/room/room/server/parts.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { commitInPitch } from './commitInPitch.ts'
import * as getCommitments from './getCommitments.ts'
import { hasCommitments, hasRecords } from './queries.ts'
import { getSeatWaitingList, joinSeatWaitingList, leaveSeatWaitingList, seatJobs } from './seatActs.ts'
import * as statements from './statements.ts'
import { withdrawCommitment } from './withdrawCommitment.ts'

export const commitmentFeature = {
  handlers: handlersOf(commitmentCalls, {
    commitInPitch,
    withdrawCommitment,
    getSeatWaitingList,
    joinSeatWaitingList,
    leaveSeatWaitingList,
    ...getCommitments,
    ...statements,
  }),
  jobs: seatJobs,
  hears: {
    pitchTermsChange: async ({ db, fail }, pitch) => {
      if (await hasCommitments(db, pitch.id)) fail('PitchHasCommitments')
    },
    // a commitment is a record of money, so its pitch is kept
    pitchPurges: async ({ db }, pitch) => ((await hasRecords(db, pitch.id)) ? 'keep' : undefined),
  },
} satisfies Feature

export const commitmentServerPart = { signed: ['commitmentMade'] } satisfies ServerPart
