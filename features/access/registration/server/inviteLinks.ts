import { INVITE_DAYS } from '#features/access/registration/rules.ts'
import { namesOf } from '#features/core/account/server/queries.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import { queueMail } from '#features/notify/mail/server/queueMail.ts'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { inviteMail } from './emails.ts'
import { type InvitationRow, replaceInvitationLinks } from './invitationQueries.ts'

type Sending = Pick<Context, 'db' | 'now' | 'enqueue' | 'frame'>

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * 86_400_000)

/**
 * [ROUTE-013, ROUTE-015, ROUTE-018] Where a link leads. The id is no secret; the code leaves the address bar at once.
 */
export function inviteUrl(
  publicUrl: string,
  { kind, role, id }: Pick<InvitationRow, 'kind' | 'role' | 'id'>,
  code: string,
): string {
  const path = kind === 'typeuser' ? `become-typeuser/${role}` : `become-${kind}`
  return `${publicUrl}/${path}/${id}?invite_code=${code}`
}

/** A new link in place of those before it; of an open invitation that is all, else `mailInvitation`. */
export async function newInviteLink({ db, now, frame }: Sending, row: InvitationRow, expiresAt: Date): Promise<string> {
  const { token, hash } = newToken()
  await replaceInvitationLinks(db, row.id, { codeHash: hash, expiresAt }, now)
  return inviteUrl(frame.settings.publicUrl, row, token)
}

/** Emails an invitation with a link of its own, to the address that was invited and nowhere else. */
export async function mailInvitation(context: Sending, row: InvitationRow, { renewed = false } = {}): Promise<void> {
  if (!row.email) throw new Error('an open link has no mailbox')
  const { db, now } = context
  const url = await newInviteLink(context, row, daysFrom(now, INVITE_DAYS))
  const organisation = await findOrganisation(db, row.organisationId)
  const inviter = (await namesOf(db, [row.createdBy])).get(row.createdBy)
  await queueMail(context, {
    // each link is emailed once
    key: `invitation:${row.id}:${url.slice(-16)}`,
    kind: 'consoleInvitation',
    organisationId: row.organisationId,
    recipient: row.email,
    language: row.language,
    ...inviteMail(row.language, {
      kind: row.kind,
      role: row.role,
      firstname: row.firstname,
      inviter: inviter?.name ?? '',
      organisation: organisation?.name ?? '',
      url,
      days: INVITE_DAYS,
      renewed,
    }),
  })
}
