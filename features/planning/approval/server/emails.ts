import type { Language } from '#contract/fields.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** The decisions that the team of a pitch is told of. */
export type ToldOf = 'approved' | 'unapproved' | 'pending'

/** [STATE-024, STATE-026, STATE-027] What was decided about a pitch, for the people who present it. */
export function decisionMail(
  decision: ToldOf,
  language: Language,
  { name, title, reason, url }: { name: string; title: string; reason: string; url: string },
): Letter {
  const t = textsIn(language, 'approval')
  return letter(language, {
    subject: t(`subject.${decision}`, { title }),
    title,
    paragraphs: [greeting(language, name), t(`text.${decision}`)],
    facts: reason ? [[t('reason'), reason]] : [],
    button: { label: t('open'), url },
    footer: [t('why')],
  })
}

/** A pitch waits for a review, for the people who may approve it. */
export function requestMail(
  language: Language,
  { name, title, presenter, url }: { name: string; title: string; presenter: string; url: string },
): Letter {
  const t = textsIn(language, 'approval')
  return letter(language, {
    subject: t('subject.asked', { title }),
    title,
    paragraphs: [greeting(language, name), t('text.asked')],
    facts: [[t('presenter'), presenter]],
    button: { label: t('review'), url },
    footer: [t('whyAsked')],
  })
}
