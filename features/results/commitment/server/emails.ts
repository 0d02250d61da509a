import type { Language } from '#contract/fields.ts'
import { greeting, type Letter, letter, onTheClock } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** A commitment as whoever made it finds it in their mail. */
export interface Receipt {
  readonly name: string
  readonly title: string
  /** "$25,000" */
  readonly amount: string
  readonly initials: string
  readonly at: Date
  /** The reader's IANA zone. */
  readonly zone: string
  /** The pitch, for them. */
  readonly url: string
}

/** [PROD-027] To whoever committed: what stands, and to which pitch. */
export function commitmentMail(language: Language, said: Receipt): Letter {
  const t = textsIn(language, 'commitment')
  const { amount, title } = said
  return letter(language, {
    subject: t('subject', { amount, title }),
    paragraphs: [greeting(language, said.name), t('stands')],
    facts: [
      [t('pitch'), title],
      [t('amount'), amount],
      [t('initials'), said.initials],
      [t('at'), onTheClock(said.at, said.zone, language)],
    ],
    button: { label: t('open'), url: said.url },
    footer: [t('why'), t('wrong')],
  })
}
