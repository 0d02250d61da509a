import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type errors from '../i18n/en/errors.json'

type Rule = keyof typeof errors.rule

/** The code of a failure; one that no call declares counts as Internal. */
export const codeOf = (failure: unknown): ErrorCode => (failure instanceof CallFailed ? failure.code : 'Internal')

/** The words for a failure, in the reader's language. */
export function useWording(): (failure: unknown) => string {
  const { t } = useTranslation('errors')
  const say = t as (code: ErrorCode, counted: Readonly<Record<string, string>>) => string
  // numbers of a failure, such as the seconds to wait, come beside its code
  return failure => say(codeOf(failure), { ...(failure instanceof CallFailed ? failure.fields : undefined) })
}

/** The words for a broken rule of a field; a rule may share the words of a failure's code. */
export function useRuleWording(): (rule: string) => string {
  const { t, i18n } = useTranslation('errors')
  const isRule = (rule: string): rule is Rule => i18n.exists(`errors:rule.${rule}`)
  const isCode = (rule: string): rule is ErrorCode => /^[A-Z]/.test(rule) && i18n.exists(`errors:${rule}`)
  return rule => (isRule(rule) ? t(`rule.${rule}`) : isCode(rule) ? t(rule) : t('rule.invalid'))
}

/** The errors of the fields, in the reader's language; `{}` without any. */
export function useFieldErrors(failure: unknown): Readonly<Record<string, string>> {
  const wording = useRuleWording()
  if (!(failure instanceof CallFailed) || !failure.fields) return {}
  return Object.fromEntries(Object.entries(failure.fields).map(([field, rule]) => [field, wording(rule)]))
}
