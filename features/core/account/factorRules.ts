/** The kinds of factors, by their names on the wire. */
export const factorKinds = ['email', 'sms', 'app', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/**
 * [ENT-033] `tl_2fa_status` of the person who asks. `off`: none set, none asked for. `required`: the organization asks
 * for one and none is set yet. `pending`: the second step of this sign-in is still to come. `on`: set, and passed.
 */
export const stepStatuses = ['off', 'required', 'pending', 'on'] as const
export type StepStatus = (typeof stepStatuses)[number]

/**
 * The roles that must have a factor where an organization wants that: they manage accounts, and could sign in as anyone
 * by it.
 */
export const factorRoles = ['superadmin', 'admin', 'useradmin'] as const
/** Days from the creation of an account during which a factor is only asked for. */
export const ADMIN_FACTOR_DAYS = 14

/** [RULE-082] Digits of a code that is emailed or texted, and of one that an app shows. */
export const CODE_LENGTH = 8
export const APP_CODE_LENGTH = 6
/** Letters and digits of a recovery code without its dash. */
export const RECOVERY_LENGTH = 10
/** The number of recovery codes of an account. */
export const RECOVERY_CODES = 10
/** Minutes that a sign-in waits for its second step. */
export const STEP_MINUTES = 15
/** Days that a browser is remembered. */
export const DEVICE_DAYS = 30
/** Characters in which an admin says how they made sure whom they help, at least. */
export const REASON_LEAST = 10
/** Minutes after a second step in which factors may be changed without the password. */
export const FRESH_MINUTES = 10

/** What is wrong with a code before anyone compares it [RULE-081, RULE-082]; undefined when nothing is. */
export function brokenCodeRule(
  code: string,
  of: 'code' | 'app' | 'recovery' = 'code',
): 'CodeEmpty' | 'CodeWrongLength' | undefined {
  const bare = bareCode(code)
  if (!bare) return 'CodeEmpty'
  if (of === 'recovery') return bare.length === RECOVERY_LENGTH ? undefined : 'CodeWrongLength'
  const length = of === 'app' ? APP_CODE_LENGTH : CODE_LENGTH
  return /^\d+$/.test(bare) && bare.length === length ? undefined : 'CodeWrongLength'
}

/** A code in two groups, as it is easier to read over from a telephone. */
export const groupedCode = (code: string): string => `${code.slice(0, CODE_LENGTH / 2)} ${code.slice(CODE_LENGTH / 2)}`

/** A code without the spaces and dashes that people type to read it better. */
export const bareCode = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()

/** [RULE-077] */
export const QUESTIONS_LEAST = 2
export const QUESTIONS_MOST = 3

export interface QuestionAndAnswer {
  readonly question: string
  readonly answer: string
}

export type QuestionRule = 'tooFew' | 'tooMany' | 'required' | 'twice' | 'answerInQuestion'

/** What is wrong with a set of questions, by the field where it shows; `{}` when nothing is. */
export function questionProblems(lines: readonly QuestionAndAnswer[]): Readonly<Record<string, QuestionRule>> {
  const problems: Record<string, QuestionRule> = {}
  if (lines.length < QUESTIONS_LEAST) problems['questions'] = 'tooFew'
  if (lines.length > QUESTIONS_MOST) problems['questions'] = 'tooMany'
  for (const [at, line] of lines.entries()) {
    const question = normalAnswer(line.question)
    const answer = normalAnswer(line.answer)
    const before = lines.slice(0, at).map(one => normalAnswer(one.question))
    // [RULE-078, RULE-079, RULE-080]
    if (!question) problems[`questions.${at}.question`] = 'required'
    else if (before.includes(question)) problems[`questions.${at}.question`] = 'twice'
    if (!answer) problems[`questions.${at}.answer`] = 'required'
    else if (answer.length > 2 && question.includes(answer)) problems[`questions.${at}.answer`] = 'answerInQuestion'
  }
  return problems
}

/** An answer as it is compared: how it was typed does not count, only what it says. Invisible signs say nothing. */
export const normalAnswer = (answer: string): string =>
  answer
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase()
