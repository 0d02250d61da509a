import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { switchInvitation } from './changingInvitation.ts'

export const disableInviteUser: Handler<typeof registrationCalls.disableInviteUser> = context =>
  switchInvitation(context, context.input.id, 'off')
