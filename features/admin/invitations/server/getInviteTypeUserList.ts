import { inviters } from '#features/access/registration/rules.ts'
import { listInvitations, stateOf } from '#features/access/registration/server/invitationQueries.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Handler } from '#server/context.ts'

export const getInviteTypeUserList: Handler<typeof invitationsCalls.getInviteTypeUserList> = async context => {
  const { db, input, actor, now, fail } = context
  const allowed: readonly string[] = inviters[input.type]
  if (!actor.roles.some(role => allowed.includes(role))) return fail('NoPermission')
  const { items, total } = await listInvitations(db, actor, input, now)
  return {
    items: items.map(({ invitation: row, organisationName, inviter, headImage }) => ({
      id: row.id,
      type: row.kind,
      role_type_live: row.role,
      email: row.email ?? '',
      firstname: row.firstname,
      lastname: row.lastname,
      head_image: headImage,
      company_name: row.companyName,
      sharefile_folder_id: row.sharefileFolderId,
      state: stateOf(row, now),
      org_name: organisationName,
      invited_by: inviter,
      uses: row.uses,
      max_uses: row.maxUses,
      created_on: row.createdAt.toISOString(),
      expires_on: row.expiresAt.toISOString(),
    })),
    total,
  }
}
