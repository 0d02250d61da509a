import type { accountCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { askRecovery } from './askRecovery.ts'

export const forgotPassword: Handler<typeof accountCalls.forgotPassword> = context =>
  askRecovery(context, { what: 'password', email: context.input.email, flag: 'console', pitchCode: '' })
