import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { commitInPitch } from './commitInPitch.ts'
import { getCommitmentList } from './getCommitmentList.ts'
import { getCommitmentTerms } from './getCommitmentTerms.ts'
import { getMyCommitment } from './getMyCommitment.ts'
import { hasCommitments } from './queries.ts'

export const commitmentFeature = {
  handlers: {
    commitInPitch,
    getMyCommitment,
    getCommitmentTerms,
    getCommitmentList,
  } satisfies Handlers<typeof commitmentCalls>,
  hears: {
    // money that was committed is a record, and keeps its pitch
    pitchPurges: async ({ db }, pitch) => ((await hasCommitments(db, pitch.id)) ? 'keep' : undefined),
  },
} satisfies Feature
