import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { restorePerson } from './userActs.ts'

export const restoreUser: Handler<typeof usersCalls.restoreUser> = async context => {
  await restorePerson(context, context.input.user_id)
  return {}
}
