import type { factorCalls } from '#features/access/factor/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { proofAsked } from './proof.ts'
import { areQuestionsAllowed, listQuestions } from './questionQueries.ts'

/** Answers never leave the server, not even to who gave them. */
export const getSecurityQuestions: Handler<typeof factorCalls.getSecurityQuestions> = async ({ db, actor, now }) => {
  const person = await findAccount(db, actor.accountId)
  return {
    questions: (await listQuestions(db, person.id)).map(({ question }) => question),
    is_allowed: await areQuestionsAllowed(db, person.organisationId),
    proof: await proofAsked(db, actor, person, now),
  }
}
