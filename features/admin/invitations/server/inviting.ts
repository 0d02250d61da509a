import { INVITE_DAYS, type InviteKind, mayInvite } from '#features/access/registration/rules.ts'
import {
  type InvitationRow,
  insertInvitation,
  lockInvitationTo,
  stateOf,
} from '#features/access/registration/server/invitationQueries.ts'
import { daysFrom, mailInvitation } from '#features/access/registration/server/inviteLinks.ts'
import { type InviteOutcome, MAX_INVITED } from '#features/admin/invitations/contract.ts'
import { findAccountByEmail } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { organisationMeant } from '#features/core/organisation/server/queries.ts'
import { addressesIn, isEmailAddress } from '#features/core/part/rules.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export type Inviting = Pick<Context, 'db' | 'now' | 'enqueue' | 'frame' | 'request'> & { readonly actor: Actor }

interface Wanted {
  readonly kind: InviteKind
  readonly role: string
  /** As it was typed: one address, or several separated by commas. */
  readonly emails: string
  readonly firstname: string
  readonly lastname: string
  readonly companyName: string
  readonly sharefileFolderId?: string
  readonly language: InvitationRow['language']
  readonly org_id?: string | undefined
}

/** Invites each address and says what became of it. Answers the code of an error when nothing was done. */
export async function inviteAll(
  context: Inviting,
  wanted: Wanted,
): Promise<InviteOutcome[] | 'NoPermission' | 'TooManyInvited'> {
  const organisationId = await organisationMeant(context, wanted.org_id)
  if (!organisationId || !mayInvite(context.actor, wanted)) return 'NoPermission'
  // in one order, so that two lists of the same people wait for each other instead of deadlocking
  const addresses = [...new Set(addressesIn(wanted.emails))]
  if (addresses.length > MAX_INVITED) return 'TooManyInvited'
  const outcomes = new Map<string, InviteOutcome['outcome']>()
  const names = addresses.length === 1 ? wanted : { ...wanted, firstname: '', lastname: '' }
  for (const email of addresses.toSorted())
    outcomes.set(email, await inviteOne(context, organisationId, { ...names, email }))
  return addresses.map(email => ({ email, outcome: outcomes.get(email) ?? 'NotAnAddress' }))
}

async function inviteOne(
  context: Inviting,
  organisationId: string,
  { email, kind, role, firstname, lastname, companyName, sharefileFolderId = '', language }: Wanted & { email: string },
): Promise<InviteOutcome['outcome']> {
  const { db, now, actor } = context
  if (!isEmailAddress(email)) return 'NotAnAddress'
  // [ERR-026] attendees who only use join links have no account of the console yet
  const known = await findAccountByEmail(db, email)
  if (known && known.state !== 'invited') return 'UserExists'
  const values = { organisationId, kind, role, email, firstname, lastname, companyName, sharefileFolderId, language }
  const expiresAt = daysFrom(now, INVITE_DAYS)
  const made = await insertInvitation(db, { ...values, expiresAt, createdBy: actor.accountId, createdAt: now })
  if (made) {
    await mailInvitation(context, made)
    const detail = { kind, role, email }
    await writeAudit(context, { action: 'invitation.create', subject: made.id, detail, organisationId })
    return 'invited'
  }
  // [ERR-025] one that has expired is sent again, one that still stands is left alone
  const former = await lockInvitationTo(db, organisationId, kind, email)
  if (!former || former.role !== role || stateOf(former, now) !== 'expired') return 'InvitationExists'
  await mailInvitation(context, former)
  await writeAudit(context, { action: 'invitation.resend', subject: former.id, organisationId })
  return 'invited'
}
