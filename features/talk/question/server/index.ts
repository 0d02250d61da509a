import type { Handlers } from '#contract/call.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { askQuestion } from './askQuestion.ts'
import { forwardMessages } from './forwardMessages.ts'
import { getOwnQuestions } from './getOwnQuestions.ts'
import { getQuestionList } from './getQuestionList.ts'
import { moveQuestion } from './moveQuestion.ts'
import { updatePitchQuestions } from './updatePitchQuestions.ts'
import { updateQuestion } from './updateQuestion.ts'
import { withdrawQuestion } from './withdrawQuestion.ts'

/** The handlers of this feature's calls. */
export const questionHandlers = {
  askQuestion,
  getOwnQuestions,
  withdrawQuestion,
  getQuestionList,
  updateQuestion,
  moveQuestion,
  updatePitchQuestions,
  forwardMessages,
} satisfies Handlers<typeof questionCalls, Context, Actor>
