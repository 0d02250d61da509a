import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { Handler } from '#server/context.ts'
import { askRecovery } from './askRecovery.ts'

export const forgotPassword: Handler<typeof recoveryCalls.forgotPassword> = context =>
  askRecovery(context, { what: 'password', email: context.input.email, flag: 'console', pitchCode: '' })
