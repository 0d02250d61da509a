import { mayInvite, openLinkRoles } from '#features/access/registration/rules.ts'
import { insertInvitation } from '#features/access/registration/server/invitationQueries.ts'
import { daysFrom, newInviteLink } from '#features/access/registration/server/inviteLinks.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { organisationMeant } from '#features/core/organisation/server/queries.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { inviteAll } from './inviting.ts'

type Create = ContextOf<typeof invitationsCalls.createInviteTypeUser>

export const createInviteTypeUser: Handler<typeof invitationsCalls.createInviteTypeUser> = async context => {
  const { input, fail } = context
  if (input.email === '') return openLink(context)
  const results = await inviteAll(context, {
    kind: 'typeuser',
    role: input.role_type_live,
    emails: input.email,
    firstname: input.firstname,
    lastname: input.lastname,
    companyName: input.company_name,
    sharefileFolderId: input.sharefile_folder_id,
    language: input.language,
    org_id: input.org_id,
  })
  return typeof results === 'string' ? fail(results) : { results }
}

/** A link that may be passed on. It never makes an admin, and each user proves a mailbox of their own. */
async function openLink(context: Create) {
  const { db, now, input, actor, fail } = context
  const role = input.role_type_live
  const organisationId = await organisationMeant(context, input.org_id)
  const isOpenRole = (openLinkRoles as readonly string[]).includes(role)
  if (!organisationId || !isOpenRole || !mayInvite(actor, { kind: 'typeuser', role })) return fail('NoPermission')
  const made = await insertInvitation(db, {
    organisationId,
    kind: 'typeuser',
    role,
    companyName: input.company_name,
    sharefileFolderId: input.sharefile_folder_id,
    language: input.language,
    maxUses: input.max_uses,
    expiresAt: daysFrom(now, input.expires_in_days),
    createdBy: actor.accountId,
    createdAt: now,
  })
  if (!made) throw new Error('an open link was not written')
  const link = await newInviteLink(context, made, made.expiresAt)
  const detail = { kind: 'typeuser', role, max_uses: input.max_uses }
  await writeAudit(context, { action: 'invitation.open', subject: made.id, detail, organisationId })
  return { results: [], link }
}

export const invitePresenter: Handler<typeof invitationsCalls.invitePresenter> = async context => {
  const { input, fail } = context
  const { email: emails, firstname, lastname, company_name: companyName, language, org_id } = input
  const who = { emails, firstname, lastname, companyName, language, org_id }
  const results = await inviteAll(context, { kind: 'presenter', role: 'presenter', ...who })
  return typeof results === 'string' ? fail(results) : { results }
}

export const inviteSuperAdmin: Handler<typeof invitationsCalls.inviteSuperAdmin> = async context => {
  const { input, fail } = context
  const { email: emails, firstname, lastname, company_name: companyName, language, org_id } = input
  const who = { emails, firstname, lastname, companyName, language, org_id }
  const results = await inviteAll(context, { kind: 'superadmin', role: 'superadmin', ...who })
  return typeof results === 'string' ? fail(results) : { results }
}
