import type { Handlers } from '#contract/call.ts'
import type { feedbackCalls } from '#features/feedback/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { createAttendeeFeedback } from './createAttendeeFeedback.ts'
import { getAttendeeFeedbackList } from './getAttendeeFeedbackList.ts'
import { getMyFeedback } from './getMyFeedback.ts'

/** The handlers of this feature's calls. */
export const feedbackHandlers = {
  createAttendeeFeedback,
  getMyFeedback,
  getAttendeeFeedbackList,
} satisfies Handlers<typeof feedbackCalls, Context, Actor>
