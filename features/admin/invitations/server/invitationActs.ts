import { mayInvite, openLinkRoles } from '#features/access/registration/rules.ts'
import { setLinkExpiry, stateOf, updateInvitation } from '#features/access/registration/server/invitationQueries.ts'
import { daysFrom } from '#features/access/registration/server/inviteLinks.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { changeableInvitation } from './changingInvitation.ts'

export const updateInviteUser: Handler<typeof invitationsCalls.updateInviteUser> = async context => {
  const { db, input, now, actor, fail } = context
  const row = await changeableInvitation(context, input.id)
  const role = input.role_type_live ?? row.role
  const changesRole = role !== row.role
  // the role of the other kinds is their kind; an open link makes nobody an administrator
  if (changesRole && (row.kind !== 'typeuser' || !mayInvite(actor, { kind: row.kind, role })))
    return fail('NoPermission')
  if (row.email === null && !(openLinkRoles as readonly string[]).includes(role)) return fail('NoPermission')

  const expiresAt = input.expires_in_days === undefined ? row.expiresAt : daysFrom(now, input.expires_in_days)
  const changed = await updateInvitation(db, row.id, {
    role,
    firstname: input.firstname ?? row.firstname,
    lastname: input.lastname ?? row.lastname,
    companyName: input.company_name ?? row.companyName,
    sharefileFolderId: input.sharefile_folder_id ?? row.sharefileFolderId,
    // an invitation by mail is one person's
    maxUses: row.email === null ? (input.max_uses ?? row.maxUses) : row.maxUses,
    expiresAt,
  })
  if (expiresAt !== row.expiresAt) await setLinkExpiry(db, row.id, expiresAt)
  const { organisationId } = row
  const detail = { role, expiresAt: expiresAt.toISOString(), maxUses: changed.maxUses }
  await writeAudit(context, { action: 'invitation.update', subject: row.id, detail, organisationId })
  return { state: stateOf(changed, now) }
}
