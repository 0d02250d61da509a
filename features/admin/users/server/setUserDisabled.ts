import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { setDisabled } from './userActs.ts'

export const setUserDisabled: Handler<typeof usersCalls.setUserDisabled> = async context => {
  await setDisabled(context, context.input.user_id, context.input.disabled)
  return {}
}
