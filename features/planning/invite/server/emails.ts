import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { type Texts, textsIn } from '#server/texts.ts'

/** What a mail about a pitch says: to attendees, and below to its staff. */
export const attendeeMails = ['invitation', 'update', 'cancellation', 'renewal'] as const
export type AttendeeMail = (typeof attendeeMails)[number]
/** `handover`: to its previous presenter. */
export type StaffMail = 'appointment' | 'update' | 'cancellation' | 'handover'
export type StaffPart = 'owner' | 'coHost' | 'moderator'

/** The mail to an attendee. `url` is their join link. */
export function attendeeMail(
  mail: AttendeeMail,
  language: Language,
  pitch: PitchRow,
  { name, url }: { name: string; url: string },
): Letter {
  const t = textsIn(language, 'invite')
  const title = pitch.presentationName
  const cancels = mail === 'cancellation'
  return letter(language, {
    subject: t(`subject.${mail}`, { title }),
    title,
    paragraphs: [greeting(language, name), t(`text.${mail}`)],
    facts: facts(t, language, pitch),
    button: cancels ? undefined : { label: t('join'), url },
    footer: [...(cancels ? [] : [t('personal')]), t('why', { inviter: pitch.presenterName })],
  })
}

/** The mail to a presenter or moderator. `url` is the pitch in the console. */
export function staffMail(
  mail: StaffMail,
  language: Language,
  pitch: PitchRow,
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
    button: mail === 'cancellation' || mail === 'handover' ? undefined : { label: t('manage'), url },
    footer: [t('staffWhy')],
  })
}

function facts(t: Texts<'invite'>, language: Language, pitch: PitchRow): [string, string][] {
  const company: [string, string][] = pitch.companyName ? [[t('company'), pitch.companyName]] : []
  return [
    [t('when'), writeTime(pitch.startsAt, language, 'mailed', pitch.startZone)],
    [t('until'), writeTime(pitch.endsAt, language, 'mailed', pitch.endZone)],
    [t('presenter'), pitch.presenterName],
    ...company,
  ]
}
