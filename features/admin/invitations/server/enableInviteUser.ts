import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { switchInvitation } from './changingInvitation.ts'

export const enableInviteUser: Handler<typeof registrationCalls.enableInviteUser> = context =>
  switchInvitation(context, context.input.id, 'on')
