import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { resend } from './userActs.ts'

export const resendActivation: Handler<typeof usersCalls.resendActivation> = async context => {
  await resend(context, context.input.user_id)
  return {}
}
