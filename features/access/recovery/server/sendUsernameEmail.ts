import type { accountCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { askRecovery } from './askRecovery.ts'

export const sendUsernameEmail: Handler<typeof accountCalls.sendUsernameEmail> = context =>
  askRecovery(context, { what: 'username', ...context.input })
