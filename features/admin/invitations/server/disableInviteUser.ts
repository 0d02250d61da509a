import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Handler } from '#server/context.ts'
import { switchInvitation } from './changingInvitation.ts'

export const disableInviteUser: Handler<typeof invitationsCalls.disableInviteUser> = context =>
  switchInvitation(context, context.input.id, 'off')
