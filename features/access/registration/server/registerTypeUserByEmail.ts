import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { registerByInvitation } from './registerByInvitation.ts'

export const registerTypeUserByEmail: Handler<typeof registrationCalls.registerTypeUserByEmail> =
  registerByInvitation('typeuser')
