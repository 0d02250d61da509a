import { writeNumber } from '#contract/amounts.ts'
import type { Language } from '#contract/fields.ts'
import { type Letter, letter } from '#features/notify/mail/server/letter.ts'
import type { FeedbackChoice } from '#features/results/feedback/rules.ts'
import { choiceWords } from '#features/results/feedback/server/choiceWords.ts'
import { textsIn } from '#server/texts.ts'

/** The results of a pitch in numbers. */
export interface Results {
  readonly invited: number
  readonly attended: number
  readonly feedback: Record<FeedbackChoice, number>
  readonly commitments: number
  /** "US$25,000" */
  readonly sum: string
  /** What a commitment is, in the reader's language. */
  readonly statement: string
}

/** The email to the presenters, an hour after the end. */
export function resultsMail(language: Language, title: string, results: Results, url: string): Letter {
  const t = textsIn(language, 'report')
  const { attended, invited, sum, commitments: count } = results
  const choices = Object.entries(results.feedback) as [FeedbackChoice, number][]
  return letter(language, {
    subject: t('mail.subject', { title }),
    title,
    paragraphs: [t('mail.text'), ...(count > 0 ? [t('mail.commitment', { statement: results.statement })] : [])],
    facts: [
      [t('mail.attended'), t('mail.of', { attended, invited })],
      ...choices.map(([choice, people]) => [choiceWords[language][choice], writeNumber(people, language)] as const),
      [t('mail.committed'), t('mail.by', { sum, count })],
    ],
    button: { label: t('mail.open'), url },
    footer: [t('mail.why')],
  })
}
