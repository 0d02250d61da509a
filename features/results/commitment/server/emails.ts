import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** What the receipt for a commitment says. */
export interface Receipt {
  readonly name: string
  readonly title: string
  /** "US$25,000" */
  readonly amount: string
  readonly initials: string
  /** What a commitment is, as it was shown. */
  readonly statement: string
  readonly at: Date
  /** The reader's IANA zone. */
  readonly zone: string
  /** The pitch, for them. */
  readonly url: string
}

/** [PROD-027] The receipt for a commitment, mailed to the attendee who made it. */
export function commitmentMail(language: Language, receipt: Receipt): Letter {
  const t = textsIn(language, 'commitment')
  const { amount, title } = receipt
  return letter(language, {
    subject: t('subject', { amount, title }),
    paragraphs: [greeting(language, receipt.name), t('stands')],
    facts: [
      [t('pitch'), title],
      [t('amount'), amount],
      [t('initials'), receipt.initials],
      [t('shown'), receipt.statement],
      [t('at'), writeTime(receipt.at, language, 'mailed', receipt.zone)],
    ],
    button: { label: t('open'), url: receipt.url },
    footer: [t('why'), t('wrong')],
  })
}
