import { listFactors } from '#features/access/factor/server/queries.ts'
import { listQuestions } from '#features/access/factor/server/questionQueries.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { maskEmail, maskMobile } from '#server/masks.ts'
import { findMobile } from './findMobile.ts'
import { managedAccount } from './managedAccount.ts'

export const getFactorsByAdmin: Handler<typeof usersCalls.getFactorsByAdmin> = async context => {
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
