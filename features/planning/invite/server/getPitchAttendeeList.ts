import type { z } from 'zod'
import { type AttendeeRow, countAnswers } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { mailStates } from '#features/notify/mail/server/queries.ts'
import type { Attendee, inviteCalls } from '#features/planning/invite/contract.ts'
import { heldAmong } from '#features/planning/list/server/held.ts'
import { listAttendees } from './queries.ts'

export const getPitchAttendeeList = withPitch<typeof inviteCalls.getPitchAttendeeList>('manages', async context => {
  const { input, pitch, db, frame } = context
  const { items: rows, total } = await listAttendees(db, pitch.id, input)
  const mails = await mailStates(
    db,
    rows.flatMap(({ attendee }) => attendee.mailId ?? []),
  )
  const emails = rows.map(({ attendee }) => attendee.email)
  const held = await heldAmong(frame, db, pitch.organisationId, emails)
  const items = rows.map(({ attendee, joinedAt }) => ({
    id: attendee.id,
    email: attendee.email,
    firstname: attendee.firstname,
    lastname: attendee.lastname,
    ...deliveryOf(attendee, mails, held.get(attendee.email)?.kind ?? null),
    invited_at: attendee.invitedAt?.toISOString() ?? null,
    joined_at: joinedAt?.toISOString() ?? null,
    answer: attendee.answer,
    disabled: attendee.disabledAt !== null,
    removed: attendee.removedAt !== null,
    tag: attendee.tag,
  }))
  return { items, total, answers: await countAnswers(db, pitch.id) }
})

/** The state of the last mail to an attendee, and what keeps further ones from them; one that its job has still to write counts as queued. */
function deliveryOf(
  { mailId, invitedAt }: AttendeeRow,
  mails: Awaited<ReturnType<typeof mailStates>>,
  held_by: z.input<typeof Attendee>['held_by'],
): Pick<z.input<typeof Attendee>, 'delivery' | 'failure' | 'held_by'> {
  if (!mailId) return { delivery: invitedAt ? 'queued' : 'none', failure: null, held_by }
  const mail = mails.get(mailId)
  return { delivery: mail?.state ?? 'none', failure: mail?.failure ?? null, held_by: mail?.heldBy ?? held_by }
}
