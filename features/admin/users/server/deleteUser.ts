import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { deletePerson } from './userActs.ts'

/** CALL-231 */
export const deleteUser: Handler<typeof usersCalls.deleteUser> = async context => {
  await deletePerson(context, context.input.user_id, context.input.hand_over_to)
  return {}
}
