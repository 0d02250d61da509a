import type { factorCalls } from '#features/factor/contract.ts'
import type { Handler } from '#server/context.ts'
import { findMobile } from './findMobile.ts'
import { managedAccount } from './managedAccount.ts'
import { maskEmail, maskMobile } from './masks.ts'
import { listFactors } from './queries.ts'
import { listQuestions } from './questionQueries.ts'

export const getFactorsByAdmin: Handler<typeof factorCalls.getFactorsByAdmin> = async context => {
  const { db, input, actor, fail } = context
  const person = await managedAccount(db, actor, input.user_id, fail)
  const mobile = await findMobile(db, person)
  return {
    factors: (await listFactors(db, person.id)).length,
    questions: (await listQuestions(db, person.id)).length,
    email: maskEmail(person.email),
    mobile: mobile ? maskMobile(mobile) : '',
  }
}
