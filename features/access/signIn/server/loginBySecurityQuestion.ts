import { countStepGuess } from '#features/access/factor/server/guesses.ts'
import { askedQuestions, listQuestions } from '#features/access/factor/server/questionQueries.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { normalAnswer } from '#features/core/account/factorRules.ts'
import { isPassword } from '#features/core/account/server/passwords.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { finishStep } from './finishStep.ts'

type Login = typeof signInCalls.loginBySecurityQuestion

/** Both answers are compared every time, so that the time does not tell more than the answer does. */
export const loginBySecurityQuestion: Handler<Login> = opensTransactions(async context => {
  const { input, actor, frame, fail } = context
  if (!actor?.isPending) return fail('NoStepPending')
  const [first, second] = await askedQuestions(frame.db, actor)
  if (!first || !second) return fail('QuestionsOff')

  const attempt = await countStepGuess(context, actor.accountId)
  const isFirst = await isPassword(first.answerHash, normalAnswer(input.answer1))
  const isSecond = await isPassword(second.answerHash, normalAnswer(input.answer2))
  // [ERR-014, ERR-015, ERR-016]
  if (!isFirst && !isSecond) return fail('AnswersWrong')
  if (!isFirst) return fail('AnswerOneWrong')
  if (!isSecond) return fail('AnswerTwoWrong')
  const opened = await finishStep(
    { ...context, actor },
    {
      by: 'questions',
      remember: false,
      // Questions that were changed meanwhile have not been answered.
      use: async ({ db }) => {
        const hashes = (await listQuestions(db, actor.accountId)).map(({ answerHash }) => answerHash)
        return hashes.includes(first.answerHash) && hashes.includes(second.answerHash)
      },
    },
  )
  if (!opened) return fail('QuestionsOff')
  await attempt.succeeded()
  return opened
})
