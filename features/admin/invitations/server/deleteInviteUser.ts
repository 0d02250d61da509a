import { updateInvitation } from '#features/access/registration/server/invitationQueries.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { changeableInvitation } from './changingInvitation.ts'

/** [STATE-058] Accounts that were opened by it stay. */
export const deleteInviteUser: Handler<typeof invitationsCalls.deleteInviteUser> = async context => {
  const { db, input, now } = context
  const { organisationId } = await changeableInvitation(context, input.id)
  await updateInvitation(db, input.id, { deletedAt: now })
  await writeAudit(context, { action: 'invitation.delete', subject: input.id, organisationId })
  return {}
}
