import type { Handlers } from '#contract/call.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { createAttendeeFeedback } from './createAttendeeFeedback.ts'
import { createPitchEPFeedback } from './createPitchEPFeedback.ts'
import { getAttendeeFeedbackList } from './getAttendeeFeedbackList.ts'
import { getMyFeedback } from './getMyFeedback.ts'
import { getMyPitchEPFeedback } from './getMyPitchEPFeedback.ts'
import { getPitchEPFeedbackList } from './getPitchEPFeedbackList.ts'

/** The handlers of this feature's calls. */
export const feedbackHandlers = {
  createAttendeeFeedback,
  getMyFeedback,
  getAttendeeFeedbackList,
  createPitchEPFeedback,
  getMyPitchEPFeedback,
  getPitchEPFeedbackList,
} satisfies Handlers<typeof feedbackCalls, Context, Actor>
