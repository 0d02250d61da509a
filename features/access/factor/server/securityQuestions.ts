import { randomUUID } from 'node:crypto'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { normalAnswer, questionProblems } from '#features/core/account/factorRules.ts'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { tellOfChange } from './changed.ts'
import { changeProved, proveOwner } from './factorActs.ts'
import { proofRequired } from './proof.ts'
import { areQuestionsAllowed, listQuestions, replaceQuestions } from './questionQueries.ts'

/** Answers never leave the server, not even to their owner. */
export const getSecurityQuestions: Handler<typeof factorCalls.getSecurityQuestions> = async ({ db, actor, now }) => {
  const person = await findAccount(db, actor.accountId)
  return {
    questions: (await listQuestions(db, person.id)).map(({ question }) => question),
    is_allowed: await areQuestionsAllowed(db, person.organisationId),
    proof: await proofRequired(db, actor, person, now),
  }
}

type Update = typeof factorCalls.updateSecurityQuestions

export const updateSecurityQuestions: Handler<Update> = opensTransactions(async context => {
  const { input, actor, frame, fail } = context
  const { organisationId } = await findAccount(frame.db, actor.accountId)
  if (!(await areQuestionsAllowed(frame.db, organisationId))) return fail('QuestionsOff')
  const problems = questionProblems(input.questions)
  if (Object.keys(problems).length) return fail('QuestionsNotAllowed', problems)
  await proveOwner(context)
  const rows = await Promise.all(
    input.questions.map(async ({ question, answer }) => ({
      question,
      answerHash: await hashPassword(normalAnswer(answer)),
    })),
  )
  await changeProved(context, async (work, person) => {
    await replaceQuestions(work.db, person.id, rows)
    const audit = { action: 'factor.setQuestions', detail: { questions: rows.length } }
    await tellOfChange({ ...context, ...work }, person, 'questionsSet', randomUUID(), audit)
  })
  return {}
})
