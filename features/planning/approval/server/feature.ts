import { approvalCalls } from '#features/planning/approval/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as decisions from './decisions.ts'
import * as reviews from './reviews.ts'

export const approvalFeature = {
  handlers: handlersOf(approvalCalls, { ...decisions, ...reviews }),
} satisfies Feature
