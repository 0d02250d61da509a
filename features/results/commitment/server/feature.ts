import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import type { ServerPart } from '#features/room/room/server/parts.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { commitInPitch } from './commitInPitch.ts'
import { getCommitmentList, getCommitmentTerms, getMyCommitment } from './getCommitments.ts'
import { hasCommitments } from './queries.ts'

export const commitmentFeature = {
  handlers: {
    commitInPitch,
    getMyCommitment,
    getCommitmentTerms,
    getCommitmentList,
  } satisfies Handlers<typeof commitmentCalls>,
  hears: {
    // a commitment is a record of money, so its pitch is kept
    pitchPurges: async ({ db }, pitch) => ((await hasCommitments(db, pitch.id)) ? 'keep' : undefined),
  },
} satisfies Feature

export const commitmentServerPart = { signed: ['commitmentMade'] } satisfies ServerPart
