import { joinSentences } from '#contract/amounts.ts'
import type { Language } from '#contract/fields.ts'
import { writeTime } from '#contract/times.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

/** What a code is for. */
export type CodeReason = 'signIn' | 'setFactor' | 'checkPerson'
/** What has changed in the protection of an account. */
export const changes = [
  'set.email',
  'set.sms',
  'set.app',
  'set.passkey',
  'removed',
  'primary',
  'recoveryMade',
  'recoveryUsed',
  'questionsSet',
  'questionsCleared',
  'questionsUsed',
  'clearedByAdmin',
  'guessed',
] as const
export type Change = (typeof changes)[number]

interface CodeSaid {
  readonly code: string
  readonly minutes: number
  readonly firstname: string
  readonly reason: CodeReason
  /** Who asked for it, of a code that an admin sends. */
  readonly by?: string | undefined
}

/** The email with a code. The code is not in the subject, because locked phones show it. */
export function codeMail(language: Language, { code, minutes, firstname, reason, by }: CodeSaid): Letter {
  const t = textsIn(language, 'factor')
  return letter(language, {
    subject: t('code.subject'),
    paragraphs: [greeting(language, firstname), t(`code.reasons.${reason}`, { by: by ?? '' })],
    facts: [[t('code.label'), groupedCode(code)]],
    footer: [t('code.valid', { minutes }), ...(reason === 'checkPerson' ? [] : [t('code.unasked')])],
  })
}

/** The text message with a code: one line, with the code first. */
export function codeText(language: Language, { code, minutes, reason, by }: CodeSaid): string {
  const t = textsIn(language, 'factor')
  const why = reason === 'checkPerson' && t('code.reasons.checkPerson', { by: by ?? '' })
  return joinSentences([t('code.short', { code }), t('code.valid', { minutes }), why], language)
}

interface ChangeSaid {
  readonly firstname: string
  readonly change: Change
  readonly at: Date
  readonly timezone: string
  /** The page on which people manage their account. */
  readonly url: string
}

/** The email about a change of the account's protection, so that its owner notices a takeover. */
export function changeMail(language: Language, data: ChangeSaid): Letter {
  const t = textsIn(language, 'factor')
  return letter(language, {
    subject: t('change.subject'),
    paragraphs: [greeting(language, data.firstname), t(`change.changes.${data.change}`), t('change.notYou')],
    facts: [[t('change.when'), writeTime(data.at, language, 'mailed', data.timezone)]],
    button: { label: t('change.button'), url: data.url },
    footer: [t('change.why')],
  })
}
