import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { WARNED_DAYS } from '#features/room/recording/rules.ts'
import { textsIn } from '#server/texts.ts'

/** Recordings that an email names; it says how many more there are. */
const MOST_NAMED = 50

interface About {
  readonly name: string
  readonly organisation: string
  /** The retention period. */
  readonly days: number
  /** The first to be removed first. */
  readonly recordings: readonly { readonly title: string; readonly dueAt: Date }[]
  /** The reader may place a legal hold and change the period. */
  readonly isAdmin: boolean
  /** The reader's IANA zone. */
  readonly zone: string
  /** The list of these recordings. */
  readonly url: string
}

/** Warns a person of recordings that the retention of the organization will remove, and says how to keep them. */
export function recordingsDueMail(
  language: Language,
  { name, organisation, days, recordings, isAdmin, zone, url }: About,
): Letter {
  const t = textsIn(language, 'replay')
  const count = recordings.length
  const more = count - MOST_NAMED
  return letter(language, {
    subject: t('due.subject', { count }),
    paragraphs: [
      greeting(language, name),
      t('due.text', { count, organisation, days }),
      t(isAdmin ? 'due.keepAsAdmin' : 'due.keep'),
    ],
    facts: [
      ...recordings
        .slice(0, MOST_NAMED)
        .map(({ title, dueAt }) => [title, writeTime(dueAt, language, 'mailed', zone)] as const),
      ...(more > 0 ? [[t('due.more'), t('due.moreCount', { count: more })] as const] : []),
    ],
    button: { label: t('due.open'), url },
    footer: [t('due.why', { days: WARNED_DAYS })],
  })
}
