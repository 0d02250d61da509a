import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { Handler } from '#server/context.ts'
import { askRecovery } from './askRecovery.ts'

export const sendUsernameEmail: Handler<typeof recoveryCalls.sendUsernameEmail> = context =>
  askRecovery(context, { what: 'username', ...context.input })
