import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import {
  type AttendeeRow,
  allAttendees,
  editAttendee,
  isInvited,
  removeAttendees,
} from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { Invitee } from '#features/core/pitch/fields.ts'
import { isBeforeStart, isLockedFor } from '#features/core/pitch/rules.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { queueSettleVideo } from '#features/room/video/server/jobs.ts'
import type { ContextOf } from '#server/context.ts'
import { slicesOf } from '#server/db/database.ts'
import { hasEmailTwice, invite } from './inviting.ts'
import { allWaiting, editWaiting, keepWaitingOnly } from './waitingQueries.ts'

type Call = typeof inviteCalls.updatePitchAttendees
type Person = z.output<typeof Invitee>

/**
 * CALL-036. Of two lists that are sent at once the second replaces what the first has made, unless it says what its
 * sender saw.
 */
export const updatePitchAttendees = withPitch<Call>('manages', async context => {
  const { input, actor, db, fail } = context
  if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
  const pitch = await lockPitch(db, context.pitch.id)
  if (pitch.deletedAt) fail('PitchNotFound')
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  if (!isBeforeStart(pitch.state)) fail('PitchStateForbids')

  const wanted = new Map(input.attendees_arr.map(person => [person.email, person]))
  const before = await allAttendees(db, pitch.id)
  const known = new Set(before.map(({ email }) => email))
  const waits = await allWaiting(db, pitch.id)
  if (input.seen_arr && !isSame(input.seen_arr, [...known, ...waits.map(({ email }) => email)]))
    fail('AttendeesChanged')
  // a person who was removed or disabled keeps their row: without it they could join a public pitch again
  const gone = before.filter(row => !wanted.has(row.email) && !row.removedAt && !row.disabledAt)
  const changed = await edit(context, before, waits, wanted)
  // their calendars remove the entry only by a higher number, and take it in again only by one that is higher still
  const { id, calendarSequence } = pitch
  const after = gone.length > 0 ? await updatePitchRow(db, id, { calendarSequence: calendarSequence + 2 }) : pitch
  await remove(context, pitch, gone)
  // nor does an approval invite people who are no longer on the list
  const removed = gone.length + (await keepWaitingOnly(db, id, [...wanted.keys()]))
  const added = input.attendees_arr.filter(({ email }) => !known.has(email))
  const done = added.length > 0 ? ((await invite(context, after, added)) ?? fail('PitchStateForbids')) : undefined
  await writeAudit(context, {
    action: 'pitch.attendees',
    subject: pitch.uuid,
    organisationId: pitch.organisationId,
    detail: { name: pitch.presentationName, invited: done?.invited ?? 0, removed, changed },
  })
  const { invited = 0, suppressed = 0, waiting = 0 } = done ?? {}
  return { invited, removed, changed, suppressed, ...(waiting > 0 && { waiting }) }
})

/** Whether two lists have the same addresses. */
function isSame(seen: readonly string[], now: readonly string[]): boolean {
  const [one, other] = [new Set(seen), new Set(now)]
  return one.size === other.size && [...one].every(email => other.has(email))
}

type Language = AttendeeRow['language']

/** The name and the language that the list gives a person; undefined when they stay. What it leaves empty stays. */
function changesOf<L extends Language | null>(
  row: Pick<AttendeeRow, 'firstname' | 'lastname'> & { readonly language: L },
  person: Person | undefined,
): { firstname: string; lastname: string; language: L | Language } | undefined {
  if (!person) return undefined
  const { firstname, lastname } = person
  const language: L | Language = person.language ?? row.language
  const named = firstname || lastname ? { firstname, lastname } : row
  const isSame = named.firstname === row.firstname && named.lastname === row.lastname && language === row.language
  return isSame ? undefined : { firstname: named.firstname, lastname: named.lastname, language }
}

/** Takes over names and languages that the list gives. Returns how many people it changes. */
async function edit(
  { db }: ContextOf<Call>,
  before: readonly AttendeeRow[],
  waits: Awaited<ReturnType<typeof allWaiting>>,
  wanted: ReadonlyMap<string, Person>,
) {
  let changed = 0
  for (const row of before) {
    const next = changesOf(row, wanted.get(row.email))
    if (next) await editAttendee(db, row.id, next)
    if (next) changed++
  }
  for (const row of waits) {
    const next = changesOf(row, wanted.get(row.email))
    if (next) await editWaiting(db, row.id, next)
    if (next) changed++
  }
  return changed
}

/** How many emails one job writes. */
const BATCH = 50

/** Removes people from the list: their sessions and connections end, and invited people are notified. */
async function remove(
  context: ContextOf<Call>,
  { id: pitchId, calendarSequence }: PitchRow,
  gone: readonly AttendeeRow[],
): Promise<void> {
  const { db, enqueue, afterCommit, frame } = context
  for (const { id, accountId } of gone) {
    await endSessions(context, { attendeeId: id })
    await queueSettleVideo(db, { pitchId, accountId })
    afterCommit(() => frame.rooms.disconnect({ pitchId, accountId }))
  }
  await removeAttendees(
    db,
    gone.map(({ id }) => id),
  )
  await withdrawPitchMails(
    db,
    pitchId,
    'attending',
    gone.map(({ email }) => email),
  )
  const told = gone.filter(row => row.invitedAt)
  const batch = randomUUID()
  for (const some of slicesOf(told, BATCH)) {
    const people = some.map(row => {
      const { id, email, firstname, lastname, language } = row
      return { id, email, firstname, lastname, language, isInvited: isInvited(row) }
    })
    await enqueue('mailRemoved', { pitchId, people, batch, sequence: calendarSequence + 1 })
  }
}
