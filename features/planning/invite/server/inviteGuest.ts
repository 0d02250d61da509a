import { accountsForInvitation, type Invited } from '#features/core/account/server/accountsForInvitation.ts'
import { attendeeOf, insertAttendees } from '#features/core/part/server/attendeeQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Context } from '#server/context.ts'
import { type Inviting, inviteAgain, mailAttendees } from './inviting.ts'

/**
 * Puts a guest who came through a partner's link on the list of a public pitch and emails them a join link. A guest
 * already on the list is emailed again and keeps their first tag; one who is disabled or removed gets nothing.
 */
export async function inviteGuest(
  context: Inviting & Pick<Context, 'frame'>,
  pitch: PitchRow,
  { tag, ...guest }: Invited & { readonly tag: string },
): Promise<void> {
  const { db, now } = context
  const found = (await accountsForInvitation(db, pitch.organisationId, [guest])).get(guest.email)
  if (!found || found.state === 'disabled') return
  const place = { pitchId: pitch.id, organisationId: pitch.organisationId, accountId: found.id }
  const [added] = await insertAttendees(db, [{ ...guest, ...place, tag, invitedAt: now }])
  if (added) return mailAttendees(context, pitch, 'invitation', [added.id], { asked: true })
  const known = await attendeeOf(db, pitch.id, found.id)
  if (known && !known.disabledAt && !known.removedAt) await inviteAgain(context, pitch, [known.id], { asked: true })
}
