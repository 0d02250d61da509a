import type { Language } from '#contract/fields.ts'
import { offsetIn, writeTime } from '#contract/times.ts'
import { type AttendeeAnswer, attendeeAnswers } from '#features/core/part/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { type Texts, textsIn } from '#server/texts.ts'
import { calendarLinks } from '../calendarLinks.ts'

/** What mails say of a pitch. */
export type MailedPitch = Pick<
  PitchRow,
  | 'presentationName'
  | 'presenterName'
  | 'companyName'
  | 'about'
  | 'highlights'
  | 'startsAt'
  | 'startZone'
  | 'endsAt'
  | 'endZone'
> &
  Partial<Pick<PitchRow, 'recording' | 'enforceAccredit'>>

/** What a mail about a pitch says: to attendees, and below to its staff. */
export const attendeeMails = [
  ...(['invitation', 'update', 'reminder', 'cancellation', 'removal', 'renewal'] as const),
  /** The recording of the pitch can be watched. */
  'recording',
] as const
export type AttendeeMail = (typeof attendeeMails)[number]
/** `handover`: to its previous presenter. `removal`: to former co-hosts and moderators. */
export type StaffMail = 'appointment' | 'update' | 'cancellation' | 'handover' | 'removal'
/** Whoever gets one of these has no more to do with the pitch. */
export const partings: ReadonlySet<StaffMail> = new Set(['cancellation', 'handover', 'removal'])
export type StaffPart = 'owner' | 'coHost' | 'moderator'

/** What an email does to the entry in its reader's calendar. The recording comes after the pitch and changes nothing. */
export const calendarChange = (mail: AttendeeMail): 'set' | 'removed' | 'none' =>
  mail === 'recording' ? 'none' : ends(mail) ? 'removed' : 'set'

/** After one of these an attendee has no more to do with the pitch. */
export const ends = (mail: AttendeeMail): boolean => mail === 'cancellation' || mail === 'removal'

/** Where an attendee says whether they come. */
type AnswerUrl = (answer: AttendeeAnswer) => string

/** Of whom a mail is, and where it leads. */
interface ToAttendee {
  readonly name: string
  /** Their join link. */
  readonly url: string
  /** A page with the entry for their own calendar, and the pitch's address without a link of their own. */
  readonly calendarUrl?: string
  readonly pitchUrl?: string
  readonly answerUrl?: AnswerUrl
  /** Where they read, as far as it is known. */
  readonly zone?: string | undefined
}

/** The mail to an attendee. */
export function attendeeMail(
  mail: AttendeeMail,
  language: Language,
  pitch: MailedPitch,
  { name, url, calendarUrl, pitchUrl, answerUrl, zone }: ToAttendee,
): Letter {
  const t = textsIn(language, 'invite')
  const title = pitch.presentationName
  const cancels = ends(mail)
  const isOver = cancels || mail === 'recording'
  return letter(language, {
    subject: t(`subject.${mail}`, { title }),
    title,
    paragraphs: [
      greeting(language, name),
      t(`text.${mail}`),
      ...(isOver ? [] : [...accreditationSaid(t, pitch), ...recordingSaid(t, pitch)]),
    ],
    company: pitch.companyName,
    facts: facts(t, language, pitch, zone),
    button: cancels ? undefined : { label: t(mail === 'recording' ? 'watch' : 'join'), url },
    ways: isOver || !calendarUrl || !pitchUrl ? undefined : calendars(t, pitch, calendarUrl, pitchUrl),
    question: t('question'),
    answers:
      isOver || !answerUrl
        ? []
        : attendeeAnswers.map(answer => ({ label: t(`answer.${answer}`), url: answerUrl(answer) })),
    sections: mail === 'invitation' ? sections(t, pitch) : [],
    footer: [...(cancels ? [] : [t('personal')]), t('why', { inviter: pitch.presenterName })],
  })
}

/** The mail to a presenter or moderator. `url` is the pitch in the console. */
export function staffMail(
  mail: StaffMail,
  language: Language,
  pitch: MailedPitch,
  { name, part, url }: { name: string; part: StaffPart; url: string },
): Letter {
  const t = textsIn(language, 'invite')
  const title = pitch.presentationName
  return letter(language, {
    subject: t(`staffSubject.${mail}`, { title }),
    title,
    paragraphs: [
      greeting(language, name),
      t(`staffText.${mail}`),
      ...(mail === 'appointment' ? [t(`part.${part}`)] : []),
    ],
    facts: facts(t, language, pitch),
    button: partings.has(mail) ? undefined : { label: t('manage'), url },
    footer: [t(mail === 'removal' || mail === 'handover' ? 'formerWhy' : 'staffWhy')],
  })
}

/** [ENT-010] That the pitch is for accredited investors. */
const accreditationSaid = (t: Texts<'invite'>, { enforceAccredit }: MailedPitch): string[] =>
  enforceAccredit ? [t('accredited')] : []

/** That the pitch is recorded, and what that means for who comes. */
const recordingSaid = (t: Texts<'invite'>, { recording = 'not' }: MailedPitch): string[] =>
  recording === 'not' ? [] : [t(`recorded.${recording}`)]

/** What an invitee wants to know before they come, as far as the presenter has written it. */
function sections(t: Texts<'invite'>, { about, highlights }: MailedPitch): [string, string][] {
  const written: [string, string][] = [
    [t('about'), about.trim()],
    [t('highlights'), highlights.trim()],
  ]
  return written.filter(([, text]) => text !== '')
}

/** The usual calendars, and a page for all others. */
function calendars(t: Texts<'invite'>, pitch: MailedPitch, calendarUrl: string, url: string) {
  const { presentationName: title, startsAt, endsAt } = pitch
  const links = calendarLinks({ title, starts: startsAt.toISOString(), ends: endsAt.toISOString(), url })
  return {
    label: t('calendar'),
    links: [...links.map(([label, at]) => ({ label, url: at })), { label: t('calendarOther'), url: calendarUrl }],
  }
}

/** Written once for each language and zone of a pitch's readers: times cost more than the rest of a mail. */
const written = new Map<string, [string, string][]>()

function facts(t: Texts<'invite'>, language: Language, pitch: MailedPitch, zone?: string): [string, string][] {
  const { startsAt, startZone, endsAt, endZone, presenterName, companyName } = pitch
  const key = JSON.stringify([language, zone, startsAt, startZone, endsAt, endZone, presenterName, companyName])
  const made = written.get(key) ?? writeFacts(t, language, pitch, zone)
  if (written.size > 100) written.clear()
  written.set(key, made)
  return made
}

/** The times of the reader's zone come first; where that is not known, or shows the same hour, the presenter's stand alone. */
function writeFacts(t: Texts<'invite'>, language: Language, pitch: MailedPitch, zone?: string): [string, string][] {
  const company: [string, string][] = pitch.companyName ? [[t('company'), pitch.companyName]] : []
  const { startsAt, startZone, endsAt, endZone } = pitch
  const isElsewhere = zone !== undefined && offsetIn(startsAt, zone) !== offsetIn(startsAt, startZone)
  const there: [string, string][] = isElsewhere
    ? [[t('there'), writeTime(startsAt, language, 'mailed', startZone)]]
    : []
  return [
    [t('when'), writeTime(startsAt, language, 'mailed', isElsewhere ? zone : startZone)],
    [t('until'), writeTime(endsAt, language, 'mailed', isElsewhere ? zone : endZone)],
    ...there,
    [t('presenter'), pitch.presenterName],
    ...company,
  ]
}
