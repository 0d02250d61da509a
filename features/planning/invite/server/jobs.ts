import { type AttendeeRow, attendeesToMail, isInvited, noteMail } from '#features/core/part/server/attendeeQueries.ts'
import { knowsCompany } from '#features/core/pitch/rules.ts'
import { seenByAttendee } from '#features/core/pitch/server/disclosure.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { MailKind } from '#features/notify/mail/kinds.ts'
import { type MailContext, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { rightNow } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { newToken } from '#server/tokens.ts'
import { calendarOf } from './calendar.ts'
import { type AttendeeMail, attendeeMail, ends, partings, type StaffMail, type StaffPart, staffMail } from './emails.ts'
import { insertLink } from './linkQueries.ts'
import { joinLinkTo, linkExpiry } from './links.ts'
import { attendeesToRenew, peopleByEmail, pitchToMail } from './queries.ts'

type MailedPerson = Pick<AttendeeRow, 'id' | 'email' | 'firstname' | 'lastname' | 'language'>

/** A person who was taken off the list of a pitch; `isInvited`: by its team. */
export type RemovedPerson = MailedPerson & { readonly isInvited: boolean }

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** `batch` makes a repeat of the job harmless: no recipient gets two mails of one batch. */
    mailAttendees: {
      pitchId: number
      mail: AttendeeMail
      attendeeIds: readonly string[]
      batch: string
      /** They asked for it themselves. */
      asked?: boolean
    }
    /** New links of an address's pitches, which its owner has asked for. */
    renewLinks: { email: string; batch: string }
    /** The last mail to people who were taken off the list, whose rows are gone. */
    mailRemoved: { pitchId: number; people: readonly RemovedPerson[]; batch: string }
    mailStaff: {
      pitchId: number
      mail: StaffMail
      people: readonly { email: string; part: StaffPart }[]
      batch: string
    }
  }
}

/** Writes the mails of a pitch, each batch in a transaction of its own, so that no call waits for 5,000 invitations. */
export const inviteJobs = {
  mailAttendees: async ({ pitchId, mail, attendeeIds, batch, asked = false }, frame) => {
    await inTransaction(frame, async context => {
      const pitch = await pitchToMail(context.db, pitchId, mail === 'cancellation')
      if (!pitch) return
      for (const attendee of await attendeesToMail(context.db, pitchId, attendeeIds))
        await writeToAttendee(context, pitch, attendee, mail, { batch, asked })
    })
  },
  renewLinks: async ({ email, batch }, frame) => {
    await frame.db.transaction(async db => {
      for (const { pitchId, id } of await attendeesToRenew(db, email, rightNow()))
        await addJob(db, 'mailAttendees', { pitchId, mail: 'renewal', attendeeIds: [id], batch: `${batch}:${id}` })
    })
  },
  mailRemoved: async ({ pitchId, people, batch }, frame) => {
    await inTransaction(frame, async context => {
      const pitch = await pitchToMail(context.db, pitchId, false)
      if (!pitch) return
      for (const person of people) await queueToAttendee(context, pitch, person, 'removal', { batch })
    })
  },
  mailStaff: async ({ pitchId, mail, people, batch }, frame) => {
    await inTransaction(frame, async context => {
      const pitch = await pitchToMail(context.db, pitchId, mail === 'cancellation')
      if (!pitch) return
      const known = await peopleByEmail(
        context.db,
        pitch,
        people.map(person => person.email),
      )
      for (const { email, part } of people) {
        const { name = '', language = 'en' } = known.get(email) ?? known.get('owner') ?? {}
        await writeToStaff(context, pitch, { email, part, name: known.has(email) ? name : '', language }, mail, batch)
      }
    })
  },
} satisfies JobHandlers

const inTransaction = (frame: Frame, act: (context: MailContext) => Promise<void>) =>
  frame.db.transaction(async (db: Transaction) => act({ db, frame, enqueue: (...job) => addJob(db, ...job) }))

const attendeeKinds = {
  invitation: 'pitchInvitation',
  update: 'pitchUpdate',
  reminder: 'pitchReminder',
  cancellation: 'pitchCancellation',
  removal: 'pitchCancellation',
  renewal: 'pitchLink',
} as const satisfies Record<AttendeeMail, MailKind>

const staffKinds = {
  appointment: 'pitchAppointment',
  update: 'pitchTeamUpdate',
  cancellation: 'pitchTeamCancellation',
  handover: 'pitchAppointment',
  removal: 'pitchAppointment',
} as const satisfies Record<StaffMail, MailKind>

async function writeToAttendee(
  context: MailContext,
  pitch: PitchRow,
  attendee: AttendeeRow,
  mail: AttendeeMail,
  run: { batch: string; asked: boolean },
): Promise<void> {
  const mailId = await queueToAttendee(context, pitch, { ...attendee, isInvited: isInvited(attendee) }, mail, run)
  // the list of attendees shows what became of their invitation
  if (mail !== 'reminder') await noteMail(context.db, attendee.id, mailId)
}

async function queueToAttendee(
  context: MailContext,
  written: PitchRow,
  person: RemovedPerson,
  mail: AttendeeMail,
  { batch, asked = false }: { batch: string; asked?: boolean },
): Promise<string> {
  const { settings } = context.frame
  const { id, email, language } = person
  const pitch = seenByAttendee(written, knowsCompany(written, 'attendee', person.isInvited))
  const cancels = ends(mail)
  const link = newToken()
  if (!cancels) await insertLink(context.db, id, link.hash, linkExpiry(pitch, rightNow()))
  const url = joinLinkTo(settings, pitch, link.token)
  const name = `${person.firstname} ${person.lastname}`.trim()
  return queueMail(context, {
    key: `pitch.${mail}:${id}:${batch}`,
    kind: asked ? 'pitchLink' : attendeeKinds[mail],
    inBrowser: true,
    organisationId: pitch.organisationId,
    recipient: email,
    language,
    ...attendeeMail(mail, language, pitch, {
      ...{ name, url, calendarUrl: `${settings.publicUrl}/save-to-calendar/${pitch.uuid}#${link.token}` },
      answerUrl: answer => `${settings.publicUrl}/email/answer/${answer}#${pitch.uuid}.${link.token}`,
    }),
    calendar: calendarOf(settings, pitch, { email, name, url }, cancels),
  })
}

async function writeToStaff(
  context: MailContext,
  pitch: PitchRow,
  { email, part, name, language }: { email: string; part: StaffPart; name: string; language: AttendeeRow['language'] },
  mail: StaffMail,
  batch: string,
): Promise<void> {
  const { settings } = context.frame
  const url = `${settings.publicUrl}/pitches/view/${pitch.id}`
  await queueMail(context, {
    key: `pitch.staff.${mail}:${pitch.uuid}:${email}:${batch}`,
    kind: staffKinds[mail],
    inBrowser: 'presenter',
    organisationId: pitch.organisationId,
    recipient: email,
    language,
    ...staffMail(mail, language, pitch, { name, part, url }),
    // a parting removes the pitch from the calendar of whoever leaves
    calendar: calendarOf(settings, pitch, { email, name, url }, partings.has(mail)),
  })
}
