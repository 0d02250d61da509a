import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

interface About {
  readonly name: string
  readonly until: Date | null
  readonly reason?: string
  /** The reader's IANA zone. */
  readonly zone: string
  /** The guide. */
  readonly url: string
}

/** Tells an investor what was decided about their accreditation, or that it ends soon. */
export function accreditationMail(
  what: 'approved' | 'refused' | 'expires',
  language: Language,
  { name, until, reason, zone, url }: About,
): Letter {
  const t = textsIn(language, 'accreditation')
  return letter(language, {
    subject: t(`${what}.subject`),
    paragraphs: [greeting(language, name), t(`${what}.text`)],
    facts: [
      ...(until ? [[t('until'), writeTime(until, language, 'mailed', zone)] as [string, string]] : []),
      ...(reason ? [[t('reason'), reason] as [string, string]] : []),
    ],
    button: { label: t('open'), url },
    footer: [t('why')],
  })
}
