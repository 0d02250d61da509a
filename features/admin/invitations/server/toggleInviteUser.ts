import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Handler } from '#server/context.ts'
import { switchInvitation } from './changingInvitation.ts'

export const toggleInviteUser: Handler<typeof invitationsCalls.toggleInviteUser> = context =>
  switchInvitation(context, context.input.id, 'other')
