import { CallFailed } from '#contract/call.ts'
import { INVITE_DAYS, type InviteState, mayInvite, openLinkRoles } from '#features/access/registration/rules.ts'
import {
  type InvitationRow,
  lastLinkAt,
  lockInvitation,
  setLinkExpiry,
  stateOf,
  updateInvitation,
} from '#features/access/registration/server/invitationQueries.ts'
import { daysFrom, mailInvitation, newInviteLink } from '#features/access/registration/server/inviteLinks.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import type { Inviting } from './inviting.ts'

export const toggleInviteUser: Handler<typeof invitationsCalls.toggleInviteUser> = context =>
  switchInvitation(context, context.input.id, 'other')

export const enableInviteUser: Handler<typeof invitationsCalls.enableInviteUser> = context =>
  switchInvitation(context, context.input.id, 'on')

export const disableInviteUser: Handler<typeof invitationsCalls.disableInviteUser> = context =>
  switchInvitation(context, context.input.id, 'off')

/** [STATE-058] Accounts that were opened by it stay. */
export const deleteInviteUser: Handler<typeof invitationsCalls.deleteInviteUser> = async context => {
  const { db, input, now } = context
  const { organisationId } = await changeableInvitation(context, input.id)
  await updateInvitation(db, input.id, { deletedAt: now })
  await writeAudit(context, { action: 'invitation.delete', subject: input.id, organisationId })
  return {}
}

export const updateInviteUser: Handler<typeof invitationsCalls.updateInviteUser> = async context => {
  const { db, input, now, actor, fail } = context
  const row = await changeableInvitation(context, input.id)
  const role = input.role_type_live ?? row.role
  const changesRole = role !== row.role
  // the role of the other kinds is their kind; an open link never gives an admin's role
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

/** The least time between two emails of one invitation, in milliseconds, however often a button is pressed. */
const PAUSE = 30_000

export const resendInviteUser: Handler<typeof invitationsCalls.resendInviteUser> = async context => {
  const { db, input, now, fail } = context
  const row = await changeableInvitation(context, input.id)
  if (row.uses >= row.maxUses) return fail('InviteUsed')
  if (row.disabledAt) return fail('InviteDisabled')
  const last = await lastLinkAt(db, row.id)
  if (row.email && last && now.getTime() - last.getTime() < PAUSE) return fail('TooManyRequests')
  const link = row.email
    ? undefined
    : await newInviteLink(context, row, laterOf(row.expiresAt, daysFrom(now, INVITE_DAYS)))
  if (row.email) await mailInvitation(context, row)
  const { organisationId } = row
  await writeAudit(context, { action: 'invitation.resend', subject: row.id, organisationId })
  return { state: 'enabled' as const, ...(link ? { link } : {}) }
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)

/** The invitation of that id, locked, if this person may change it: the fence of every call that does. */
export async function changeableInvitation(context: Inviting, id: string): Promise<InvitationRow> {
  const row = await lockInvitation(context.db, context.actor, id)
  // a caller who may not see this kind of invitation does not learn that it exists
  if (!row || (row.kind === 'superadmin' && !context.actor.roles.includes('superadmin')))
    throw new CallFailed('InvitationNotFound')
  if (!mayInvite(context.actor, row)) throw new CallFailed('NoPermission')
  return row
}

/** [STATE-055, STATE-056, STATE-057] Disables or enables an invitation; a repeat changes nothing. */
export async function switchInvitation(
  context: Inviting,
  id: string,
  to: 'off' | 'on' | 'other',
): Promise<{ state: InviteState }> {
  const row = await changeableInvitation(context, id)
  const off = to === 'other' ? row.disabledAt === null : to === 'off'
  if (off === (row.disabledAt !== null)) return { state: stateOf(row, context.now) }
  const changed = await updateInvitation(context.db, id, { disabledAt: off ? context.now : null })
  const action = off ? 'invitation.disable' : 'invitation.enable'
  await writeAudit(context, { action, subject: id, organisationId: row.organisationId })
  return { state: stateOf(changed, context.now) }
}
