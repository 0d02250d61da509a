import { fullName } from '#contract/names.ts'
import type { AttendeeAnswer } from '#features/core/part/rules.ts'
import type { AttendeeRow } from '#features/core/part/server/attendeeQueries.ts'
import { knowsCompany } from '#features/core/pitch/rules.ts'
import { seenByAttendee } from '#features/core/pitch/server/disclosure.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { MailPictures } from '#features/notify/mail/server/pictures.ts'
import type { MailDraft } from '#features/notify/mail/server/queueMail.ts'
import type { Settings } from '#server/settings.ts'
import { calendarOf } from './calendar.ts'
import { type AttendeeMail, attendeeMail, calendarChange } from './emails.ts'
import { joinLinkTo } from './links.ts'

/** The reader of a pitch's mail; an attendee who was removed from the list has no row any longer. */
export interface MailedPerson extends Pick<AttendeeRow, 'id' | 'email' | 'firstname' | 'lastname' | 'language'> {
  /** By the pitch's team. */
  readonly isInvited: boolean
  /** The IANA time zone of their account. */
  readonly zone?: string | undefined
}

/**
 * The pictures of an invitation to people who may know the company: its logo, and the first slide if the presenter
 * allows it.
 */
export function picturesOf(
  { companyLogo, mailSlide }: PitchRow,
  mail: AttendeeMail,
  slide: string | undefined,
): MailPictures {
  if (mail !== 'invitation') return {}
  return { ...(companyLogo && { company: companyLogo }), ...(mailSlide && slide && { slide }) }
}

/** Where the links of an email to an attendee lead. */
export const waysOf = (settings: Settings, pitch: Pick<PitchRow, 'uuid'>, token: string) => ({
  url: joinLinkTo(settings, pitch, token),
  calendarUrl: `${settings.publicUrl}/save-to-calendar/${pitch.uuid}#${token}`,
  pitchUrl: `${settings.publicUrl}/join-session/${pitch.uuid}`,
  answerUrl: (answer: AttendeeAnswer) => `${settings.publicUrl}/email/answer/${answer}#${pitch.uuid}.${token}`,
})

/** An email to an attendee, with the way in of a token. */
export function draftTo(
  settings: Settings,
  written: PitchRow,
  person: Omit<MailedPerson, 'id'>,
  mail: AttendeeMail,
  token: string,
  pictures: MailPictures,
): Omit<MailDraft, 'key' | 'kind'> {
  const { email, language, zone } = person
  const knows = knowsCompany(written, 'attendee', person.isInvited)
  const pitch = seenByAttendee(written, knows)
  const name = fullName(person)
  const { url, ...ways } = waysOf(settings, pitch, token)
  const change = calendarChange(mail)
  return {
    inBrowser: true,
    organisationId: pitch.organisationId,
    recipient: email,
    language,
    // a deck and a logo say whose they are
    pictures: knows ? pictures : {},
    ...attendeeMail(mail, language, pitch, { name, url, zone, ...ways }),
    calendar: change === 'none' ? undefined : calendarOf(settings, pitch, { email, name, url }, change === 'removed'),
  }
}
