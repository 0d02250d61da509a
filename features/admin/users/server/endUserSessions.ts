import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { signOutPerson } from './userActs.ts'

export const endUserSessions: Handler<typeof usersCalls.endUserSessions> = async context => {
  await signOutPerson(context, context.input.user_id)
  return {}
}
