import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { activate } from './activating.ts'

export const activeAccount: Handler<typeof registrationCalls.activeAccount> = activate('account')
