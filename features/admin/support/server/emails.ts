import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { type Texts, textsIn } from '#server/texts.ts'

/** A question as support's mailbox gets it. */
export interface Question {
  readonly number: number
  readonly name: string
  readonly email: string
  readonly contact: string
  readonly organisation: string
  readonly at: Date
  /** The sender's IANA zone. */
  readonly zone: string
  readonly content: string
  /** The ticket in the console. */
  readonly url: string
}

/** [CALL-172] To the support address: who asks, their address, date, time, and what. */
export function questionMail(language: Language, q: Question, { isMore = false } = {}): Letter {
  const t = textsIn(language, 'support')
  const { number, name, email } = q
  const optional = (label: string, value: string): [string, string][] => (value ? [[label, value]] : [])
  return letter(language, {
    subject: t(isMore ? 'more' : 'question', { number, name }),
    paragraphs: paragraphs(q.content),
    facts: [
      [t('name'), name],
      [t('email'), email],
      ...optional(t('contact'), q.contact),
      ...optional(t('organisation'), q.organisation),
      [t('date'), writeTime(q.at, language, 'day', q.zone)],
      [t('time'), writeTime(q.at, language, 'clock', q.zone)],
    ],
    button: { label: t('open'), url: q.url },
    footer: [t('replyToAsker', { email }), t('whySupport')],
  })
}

/** The receipt, to the asker. It does not repeat the text of visitors, who could have it emailed to any address. */
export function receiptMail(
  language: Language,
  {
    number,
    known,
    replyTo,
  }: { number: number; known?: { name: string; content: string; url: string }; replyTo: string | undefined },
): Letter {
  const t = textsIn(language, 'support')
  return letter(language, {
    subject: t('receipt', { number }),
    paragraphs: [
      ...(known?.name ? [greeting(language, known.name)] : []),
      t('received'),
      ...(known ? paragraphs(known.content) : []),
    ],
    ...(known && { button: { label: t('mine'), url: known.url } }),
    footer: [replies(t, replyTo, known !== undefined), t(known ? 'whyKnown' : 'whyVisitor')],
  })
}

/** The answer, to the asker. */
export function answerMail(
  language: Language,
  a: { number: number; content: string; by: string; url: string | undefined; replyTo: string | undefined },
): Letter {
  const t = textsIn(language, 'support')
  return letter(language, {
    subject: t('answer', { number: a.number }),
    paragraphs: paragraphs(a.content),
    facts: [[t('answeredBy'), a.by]],
    ...(a.url && { button: { label: t('mine'), url: a.url } }),
    footer: [
      ...(a.url ? [t('goOn')] : []),
      replies(t, a.replyTo, a.url !== undefined),
      t(a.url ? 'whyKnown' : 'whyVisitor'),
    ],
  })
}

/** Says where a reply to this email goes. `isKnown`: the asker can go on in their ticket. */
const replies = (t: Texts<'support'>, address: string | undefined, isKnown: boolean): string => {
  if (address === undefined) return t(isKnown ? 'noReplyKnown' : 'noReplyVisitor')
  return t(isKnown ? 'repliesKnown' : 'repliesVisitor', { address })
}

const paragraphs = (content: string): string[] => content.split(/\n\s*\n/).filter(Boolean)
