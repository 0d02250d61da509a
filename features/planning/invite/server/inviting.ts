import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { accountsForInvitation } from '#features/core/account/server/accountsForInvitation.ts'
import {
  type AttendeeRow,
  attendeesToMail,
  insertAttendees,
  invitedIds,
  markInvited,
} from '#features/core/part/server/attendeeQueries.ts'
import type { Invitee } from '#features/core/pitch/fields.ts'
import { nextPitchState } from '#features/core/pitch/rules.ts'
import { awaitsApproval } from '#features/core/pitch/server/approvalQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { changePitchState, lockPitch } from '#features/core/pitch/server/state.ts'
import { findMail } from '#features/notify/mail/server/queries.ts'
import { suppressedAmong } from '#features/notify/suppression/server/suppressing.ts'
import type { Context } from '#server/context.ts'
import type { Actor, Frame } from '#server/frame.ts'
import type { AttendeeMail, StaffMail, StaffPart } from './emails.ts'
import { allWaiting, keepWaiting } from './waitingQueries.ts'

/** The part of a handler's context that inviting needs. */
export type Inviting = Pick<Context, 'db' | 'now' | 'enqueue'>
type Person = z.output<typeof Invitee>

const emailsOf = (people: readonly Pick<Person, 'email'>[]): string[] => people.map(({ email }) => email)

/** How many emails one job writes. */
const BATCH = 200

/** [ERR-049] Whether an address is in the list twice. */
export const hasEmailTwice = (people: readonly Pick<Person, 'email'>[]): boolean =>
  new Set(people.map(person => person.email)).size < people.length

/**
 * Makes people attendees of a pitch and emails each a join link of their own. Existing attendees are left as they are.
 * Answers undefined when the pitch is over. Where the organization asks for an approval that is missing, they wait for
 * it.
 */
export async function invite(
  context: Inviting & { readonly actor: Pick<Actor, 'language'>; readonly frame: Frame },
  pitch: PitchRow,
  people: readonly Person[],
): Promise<{ invited: number; known: number; suppressed: number; waiting?: number } | undefined> {
  const { db, actor, now } = context
  // of an approval at the same moment one waits for the other
  const locked = await lockPitch(db, pitch.id)
  if (await awaitsApproval(db, pitch)) {
    if (!nextPitchState(locked.state, 'deliver')) return undefined
    const there = await attendeesToMail(db, pitch.id, await invitedIds(db, pitch.id, emailsOf(people)))
    const known = new Set(there.map(({ email }) => email))
    const added = people.filter(({ email }) => !known.has(email))
    const waiting = await keepWaiting(db, pitch, added, actor.language)
    return { invited: 0, known: people.length - waiting, suppressed: 0, waiting }
  }
  const delivered = await changePitchState(db, pitch, 'deliver')
  if (!delivered) return undefined
  const named = people.map(person => ({
    ...{ ...person, language: person.language ?? actor.language, languageGuessed: !person.language },
  }))
  const accounts = await accountsForInvitation(db, pitch.organisationId, named)
  const rows = people.flatMap(({ language, ...person }) => {
    const found = accounts.get(person.email)
    if (!found) return []
    // a disabled account stays out and gets no link, because it would not work
    const invitedAt = found.state === 'disabled' ? null : now
    const place = { pitchId: pitch.id, organisationId: pitch.organisationId, accountId: found.id, invitedAt }
    return [{ ...person, ...place, language: language ?? found.language }]
  })
  const added = await insertAttendees(db, rows)
  const mailed = added.filter(row => row.invitedAt).map(row => row.id)
  await mailAttendees(context, pitch, 'invitation', mailed)
  const suppressed = await countSuppressed(
    context,
    pitch,
    added.map(row => row.email),
  )
  return { invited: added.length, known: people.length - added.length, suppressed }
}

/** How many of these addresses get no invitation, because they are suppressed. */
const countSuppressed = async (
  { db, frame }: Pick<Context, 'db' | 'frame'>,
  { organisationId }: PitchRow,
  emails: readonly string[],
): Promise<number> => (await suppressedAmong(db, frame.settings, emails, { organisationId, topic: 'invitations' })).size

/** The least time between two invitations to one attendee, so that callers cannot flood a mailbox. */
const REPEAT_AFTER_MS = 10_000

/**
 * Emails attendees again, each with a new link, except those emailed a moment ago. Returns how many, how many of them
 * get no email, and undefined when the pitch is over. `asked`: it is their own wish.
 */
export async function inviteAgain(
  context: Inviting & { readonly frame: Frame },
  pitch: PitchRow,
  ids: readonly string[],
  { asked = false } = {},
): Promise<{ invited: number; suppressed: number } | undefined> {
  if (!asked && (await awaitsApproval(context.db, pitch))) throw new CallFailed('ApprovalPending')
  if (!(await changePitchState(context.db, pitch, 'deliver'))) return undefined
  const marked = await markInvited(context.db, ids, context.now, new Date(context.now.getTime() - REPEAT_AFTER_MS))
  await mailAttendees(context, pitch, 'invitation', marked, { asked })
  const emails = (await attendeesToMail(context.db, pitch.id, marked)).map(row => row.email)
  return { invited: marked.length, suppressed: await countSuppressed(context, pitch, emails) }
}

/**
 * Sends the invitation that never left, now that its recipient may attend again: it was withdrawn, or it would have been
 * written while they were kept out. People who have it, and whose later email was withdrawn, get the state of things.
 */
export async function inviteWithdrawn(
  context: Inviting,
  pitch: PitchRow,
  { id, mailId, invitedAt }: Pick<AttendeeRow, 'id' | 'mailId' | 'invitedAt'>,
): Promise<void> {
  const { db } = context
  if (!invitedAt) return
  const mail = mailId === null ? undefined : await findMail(db, mailId)
  // an approval that is missing sends it
  if ((mailId !== null && mail?.state !== 'withdrawn') || (await awaitsApproval(db, pitch))) return
  const isInvitation = !mail || mail.kind === 'pitchInvitation' || mail.kind === 'pitchLink'
  if (!(await changePitchState(db, pitch, 'deliver'))) return
  await mailAttendees(context, pitch, isInvitation ? 'invitation' : 'update', [id])
}

/** Enqueues emails to these attendees. */
export async function mailAttendees(
  { enqueue }: Pick<Inviting, 'enqueue'>,
  { id: pitchId }: Pick<PitchRow, 'id'>,
  mail: AttendeeMail,
  ids: readonly string[],
  { asked = false } = {},
): Promise<void> {
  const batch = randomUUID()
  for (let i = 0; i < ids.length; i += BATCH)
    await enqueue('mailAttendees', { pitchId, mail, attendeeIds: ids.slice(i, i + BATCH), batch, asked })
}

/** Enqueues an email to every attendee with a valid invitation. */
export async function mailInvited(context: Inviting, pitch: PitchRow, mail: AttendeeMail): Promise<void> {
  const ids = await invitedIds(context.db, pitch.id)
  // those of a restored pitch may wait for its approval: they hear of it with that
  const waiting = new Set(mail === 'update' ? (await allWaiting(context.db, pitch.id)).map(({ email }) => email) : [])
  const people = waiting.size > 0 ? await attendeesToMail(context.db, pitch.id, ids) : []
  const held = new Set(people.filter(({ email }) => waiting.has(email)).map(({ id }) => id))
  await mailAttendees(
    context,
    pitch,
    mail,
    ids.filter(id => !held.has(id)),
  )
}

/** Enqueues an email to the presenters and moderators of a pitch; only to the addresses in `only`, when given. */
export async function mailStaff(
  { enqueue }: Pick<Inviting, 'enqueue'>,
  pitch: PitchRow,
  ownerEmail: string,
  mail: StaffMail,
  only?: ReadonlySet<string>,
): Promise<void> {
  const staff: { email: string; part: StaffPart }[] = [
    { email: ownerEmail, part: 'owner' },
    ...pitch.coHosts.map(email => ({ email, part: 'coHost' as const })),
    ...pitch.moderators.map(email => ({ email, part: 'moderator' as const })),
  ]
  const people = staff.filter(({ email }) => only?.has(email) ?? true)
  if (people.length) await enqueue('mailStaff', { pitchId: pitch.id, mail, people, batch: randomUUID() })
}
