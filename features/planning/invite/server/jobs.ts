import { fullName } from '#contract/names.ts'
import { readersOf } from '#features/core/account/server/queries.ts'
import {
  type AttendeeRow,
  attendeesToMail,
  attendeesToRemind,
  isInvited,
  noteMails,
} from '#features/core/part/server/attendeeQueries.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { MailKind } from '#features/notify/mail/kinds.ts'
import { type MailContext, type MailDraft, queueMail, queueMails } from '#features/notify/mail/server/queueMail.ts'
import { aboutPitch } from '#features/notify/mail/server/withdrawing.ts'
import { firstSlideKey } from '#features/room/deck/server/queries.ts'
import { backgroundTurn } from '#server/backgroundTurn.ts'
import { rightNow } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { newToken } from '#server/tokens.ts'
import { calendarOf } from './calendar.ts'
import { draftTo, type MailedPerson, picturesOf } from './draftTo.ts'
import { type AttendeeMail, ends, partings, type StaffMail, type StaffPart, staffMail } from './emails.ts'
import { insertLinks } from './linkQueries.ts'
import { linkExpiry } from './links.ts'
import { attendeesToRenew, peopleByEmail, pitchToMail } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** `batch` makes a repeat of the job harmless: no recipient gets two emails of one batch. */
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
    mailRemoved: {
      pitchId: number
      people: readonly MailedPerson[]
      batch: string
      /** The sequence by which their calendars remove the entry; of older versions the pitch's own. */
      sequence?: number
    }
    mailStaff: {
      pitchId: number
      mail: StaffMail
      people: readonly { email: string; part: StaffPart }[]
      batch: string
      /** Of an email that removes their calendar entries, as in `mailRemoved`. */
      sequence?: number
    }
  }
}

/**
 * Writes the emails of a pitch, each batch in a transaction of its own, so that no call waits for 5,000 invitations.
 */
export const inviteJobs = {
  mailAttendees: async ({ pitchId, mail, attendeeIds, batch, asked = false }, frame) => {
    await inTransaction(frame, async context => {
      const pitch = await pitchToMail(context.db, pitchId, mail === 'cancellation')
      if (!pitch) return
      const people = await peopleToMail(context.db, pitch, mail, attendeeIds)
      const readers = await readersOf(
        context.db,
        people.map(({ accountId }) => accountId),
      )
      const mailed = people.map(attendee => {
        const reader = readers.get(attendee.accountId)
        // whoever invited them may have known the address alone
        const named = fullName(attendee) ? attendee : { ...attendee, ...reader }
        return { ...named, isInvited: isInvited(attendee), zone: reader?.zone }
      })
      const mails = await writeToAttendees(context, pitch, mailed, mail, { batch, asked })
      // the list of attendees shows what became of their invitation
      if (mail !== 'reminder' && mail !== 'recording') await noteMails(context.db, mails)
    })
  },
  renewLinks: async ({ email, batch }, frame) => {
    await frame.db.transaction(async db => {
      for (const { pitchId, id } of await attendeesToRenew(db, email, rightNow()))
        await addJob(db, 'mailAttendees', { pitchId, mail: 'renewal', attendeeIds: [id], batch: `${batch}:${id}` })
    })
  },
  mailRemoved: async ({ pitchId, people, batch, sequence }, frame) => {
    await inTransaction(frame, async context => {
      const pitch = await pitchToMail(context.db, pitchId, false)
      if (!pitch) return
      await writeToAttendees(context, atSequence(pitch, sequence), people, 'removal', { batch })
    })
  },
  mailStaff: async ({ pitchId, mail, people, batch, sequence }, frame) => {
    await inTransaction(frame, async context => {
      const found = await pitchToMail(context.db, pitchId, mail === 'cancellation')
      if (!found) return
      const pitch = atSequence(found, sequence)
      const isInTeam = (email: string) => pitch.coHosts.includes(email) || pitch.moderators.includes(email)
      const known = await peopleByEmail(
        context.db,
        pitch,
        people.map(person => person.email),
      )
      for (const { email, part } of people) {
        // they may have left the team since, or handed the pitch over
        const isStill = part === 'owner' ? known.get(email)?.id === pitch.userId : isInTeam(email)
        if (!partings.has(mail) && !isStill) continue
        const { name = '', language = 'en' } = known.get(email) ?? known.get('owner') ?? {}
        await writeToStaff(context, pitch, { email, part, name: known.has(email) ? name : '', language }, mail, batch)
      }
    })
  },
} satisfies JobHandlers

/** The pitch as an email that removes calendar entries shows it: whoever is added again gets a higher sequence. */
const atSequence = (pitch: PitchRow, calendarSequence = pitch.calendarSequence): PitchRow => ({
  ...pitch,
  calendarSequence,
})

/** When an email to attendees is of no use any more: the end of the pitch. What is written after it, someone wants. */
function validUntil({ endsAt }: PitchRow, mail: AttendeeMail): Date | undefined {
  const concernsAttending = mail === 'invitation' || mail === 'update' || mail === 'reminder'
  return concernsAttending && endsAt > rightNow() ? endsAt : undefined
}

/** Those of a batch who may still get its email; a reminder that comes after the start concerns nobody. */
function peopleToMail(db: Transaction, { id, state }: PitchRow, mail: AttendeeMail, ids: readonly string[]) {
  if (mail !== 'reminder') return attendeesToMail(db, id, ids, { held: true })
  return isBeforeStart(state) ? attendeesToRemind(db, id, ids) : []
}

const inTransaction = (frame: Frame, act: (context: MailContext) => Promise<void>) =>
  frame.db.transaction(async (db: Transaction) => act({ db, frame, enqueue: (...job) => addJob(db, ...job) }))

const attendeeKinds = {
  invitation: 'pitchInvitation',
  update: 'pitchUpdate',
  reminder: 'pitchReminder',
  cancellation: 'pitchCancellation',
  removal: 'pitchCancellation',
  renewal: 'pitchLink',
  recording: 'pitchRecording',
} as const satisfies Record<AttendeeMail, MailKind>

const staffKinds = {
  appointment: 'pitchAppointment',
  update: 'pitchTeamUpdate',
  cancellation: 'pitchTeamCancellation',
  handover: 'pitchTeamCancellation',
  removal: 'pitchTeamCancellation',
} as const satisfies Record<StaffMail, MailKind>

/** Writes an email to each of these people, with a join link of its own; answers the mails' ids by the people's. */
async function writeToAttendees(
  context: MailContext,
  pitch: PitchRow,
  people: readonly MailedPerson[],
  mail: AttendeeMail,
  { batch, asked = false }: { batch: string; asked?: boolean },
): Promise<ReadonlyMap<string, string>> {
  const { db, frame } = context
  const mailed = people.map(person => ({ person, link: newToken() }))
  const expiresAt = linkExpiry(pitch, rightNow())
  if (!ends(mail))
    await insertLinks(
      db,
      mailed.map(({ person, link }) => ({ attendeeId: person.id, tokenHash: link.hash, expiresAt })),
    )
  const slide = pitch.mailSlide ? await firstSlideKey(db, pitch.id) : undefined
  const pictures = picturesOf(pitch, mail, slide)
  const drafts: MailDraft[] = []
  for (const { person, link } of mailed) {
    // calls get their turn between the emails
    await backgroundTurn()
    drafts.push({
      ...draftTo(frame.settings, pitch, person, mail, link.token, pictures),
      key: `pitch.${mail}:${person.id}:${batch}`,
      kind: asked ? 'pitchLink' : attendeeKinds[mail],
      about: aboutPitch(pitch.id),
      validUntil: validUntil(pitch, mail),
    })
  }
  const ids = await queueMails(context, drafts)
  return new Map(people.map(({ id }, at) => [id, ids[at] ?? '']))
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
    about: aboutPitch(pitch.id),
    inBrowser: 'presenter',
    organisationId: pitch.organisationId,
    recipient: email,
    language,
    ...staffMail(mail, language, pitch, { name, part, url }),
    // the removal email takes the pitch out of the calendar of the person who was removed
    calendar: calendarOf(settings, pitch, { email, name, url }, partings.has(mail)),
  })
}
