import type { Language } from '#contract/fields.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { greeting, type Letter, letter, onTheClock } from '#features/notify/mail/server/letter.ts'
import { type Texts, textsIn } from '#server/texts.ts'

/** What a mail of a pitch is about: to those who are invited, and to those who present and moderate. */
export const attendeeMails = ['invitation', 'update', 'cancellation', 'renewal'] as const
export type AttendeeMail = (typeof attendeeMails)[number]
/** `handover`: to whoever presented it until now. */
export type StaffMail = 'appointment' | 'update' | 'cancellation' | 'handover'
export type StaffPart = 'owner' | 'coHost' | 'moderator'

/** The mail to somebody who is invited. `url` is their join link. */
export function attendeeMail(
  mail: AttendeeMail,
  language: Language,
  pitch: PitchRow,
  { name, url }: { name: string; url: string },
): Letter {
  const t = textsIn(language, 'invite')
  const title = pitch.presentationName
  const gone = mail === 'cancellation'
  return letter(language, {
    subject: t(`subject.${mail}`, { title }),
    title,
    paragraphs: [greeting(language, name), t(`text.${mail}`)],
    facts: facts(t, language, pitch),
    button: gone ? undefined : { label: t('join'), url },
    footer: [...(gone ? [] : [t('personal')]), t('why', { inviter: pitch.presenterName })],
  })
}

/** The mail to somebody who presents or moderates. `url` is the pitch in the console. */
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
    [t('when'), onTheClock(pitch.startsAt, pitch.startZone, language)],
    [t('until'), onTheClock(pitch.endsAt, pitch.endZone, language)],
    [t('presenter'), pitch.presenterName],
    ...company,
  ]
}
