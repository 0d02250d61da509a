import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { changeRole } from './userActs.ts'

export const updateUserRole: Handler<typeof usersCalls.updateUserRole> = async context => {
  const { user_id, role, extra } = context.input
  await changeRole(context, user_id, role, extra)
  return {}
}
