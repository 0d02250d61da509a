import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { findWithin } from './peopleQueries.ts'
import { userInfo } from './personCards.ts'

/** [CALL-074] */
export const getUserInfoById: Handler<typeof usersCalls.getUserInfoById> = async ({ db, actor, input, fail }) => {
  const found = await findWithin(db, actor, input.id)
  return found ? userInfo(found.person, found.organisationName) : fail('UserNotFound')
}
