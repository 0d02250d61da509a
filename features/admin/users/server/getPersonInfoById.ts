import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { findKnown } from './peopleQueries.ts'
import { personCard } from './personCards.ts'

/** [CALL-076] */
export const getPersonInfoById: Handler<typeof usersCalls.getPersonInfoById> = async ({ db, actor, input, fail }) => {
  const person = await findKnown(db, actor, input.userid)
  return person ? personCard(actor, person) : fail('UserNotFound')
}
