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

/** Told to an investor whose commitment was withdrawn. */
export function withdrawalMail(
  language: Language,
  { name, title, amount, reason }: Pick<Receipt, 'name' | 'title' | 'amount'> & { readonly reason: string },
): Letter {
  const t = textsIn(language, 'commitment')
  return letter(language, {
    subject: t('withdrawn.subject', { amount, title }),
    paragraphs: [greeting(language, name), t('withdrawn.text')],
    facts: [
      [t('pitch'), title],
      [t('amount'), amount],
      [t('withdrawn.reason'), reason],
    ],
    footer: [t('why'), t('withdrawn.wrong')],
  })
}

/** Offers a free seat to an investor who waited for one. */
export function seatOfferMail(
  language: Language,
  { name, title, until, zone, url }: Pick<Receipt, 'name' | 'title' | 'zone' | 'url'> & { readonly until: Date },
): Letter {
  const t = textsIn(language, 'commitment')
  return letter(language, {
    subject: t('seat.subject', { title }),
    paragraphs: [greeting(language, name), t('seat.text')],
    facts: [
      [t('pitch'), title],
      [t('seat.until'), writeTime(until, language, 'mailed', zone)],
    ],
    button: { label: t('seat.open'), url },
    footer: [t('seat.why')],
  })
}

/** [PROD-027] The receipt for a commitment, emailed to the attendee who made it. */
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
