import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type errors from '../i18n/en/errors.json'

type Rule = keyof typeof errors.rule

/** The code of whatever went wrong; a failure that no call declared counts as Internal. */
export const codeOf = (failure: unknown): ErrorCode => (failure instanceof CallFailed ? failure.code : 'Internal')

/** What a failure means to the person, in their language. */
export function useWording(): (failure: unknown) => string {
  const { t } = useTranslation('errors')
  const say = t as (code: ErrorCode, counted: Readonly<Record<string, string>>) => string
  // what a failure counts, such as the seconds to wait, stands beside its code
  return failure => say(codeOf(failure), { ...(failure instanceof CallFailed ? failure.fields : undefined) })
}

/** What a rule that a field breaks means to the person; a rule may have its words as the code of a failure. */
export function useRuleWording(): (rule: string) => string {
  const { t, i18n } = useTranslation('errors')
  const isRule = (rule: string): rule is Rule => i18n.exists(`errors:rule.${rule}`)
  const isCode = (rule: string): rule is ErrorCode => /^[A-Z]/.test(rule) && i18n.exists(`errors:${rule}`)
  return rule => (isRule(rule) ? t(`rule.${rule}`) : isCode(rule) ? t(rule) : t('rule.invalid'))
}

/** What is wrong with each field, in the reader's language; `{}` when nothing is. */
export function useFieldErrors(failure: unknown): Readonly<Record<string, string>> {
  const wording = useRuleWording()
  if (!(failure instanceof CallFailed) || !failure.fields) return {}
  return Object.fromEntries(Object.entries(failure.fields).map(([field, rule]) => [field, wording(rule)]))
}
