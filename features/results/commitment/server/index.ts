import type { Handlers } from '#contract/call.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { commitInPitch } from './commitInPitch.ts'
import { getCommitmentList } from './getCommitmentList.ts'
import { getCommitmentTerms } from './getCommitmentTerms.ts'
import { getMyCommitment } from './getMyCommitment.ts'

/** The handlers of this feature's calls. */
export const commitmentHandlers = {
  commitInPitch,
  getMyCommitment,
  getCommitmentTerms,
  getCommitmentList,
} satisfies Handlers<typeof commitmentCalls, Context, Actor>
