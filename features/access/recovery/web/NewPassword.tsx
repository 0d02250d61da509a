import { PasswordInput, Stack } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { brokenPasswordRules } from '#features/core/account/passwordRules.ts'
import { PasswordRules } from './PasswordRules.tsx'

export interface NewPasswordValue {
  readonly password: string
  readonly again: string
}
type Problem = 'newMissing' | 'unmet' | 'confirmMissing' | 'different'

/** [RULE-013, RULE-014, RULE-015] What keeps a new password from being sent, field by field. */
export function problemsOf(
  { password, again }: NewPasswordValue,
  own: readonly string[] = [],
): Partial<Record<keyof NewPasswordValue, Problem>> {
  const problems: Partial<Record<keyof NewPasswordValue, Problem>> = {}
  if (!password.trim()) problems.password = 'newMissing'
  else if (brokenPasswordRules(password, own).length) problems.password = 'unmet'
  if (!again.trim()) problems.again = 'confirmMissing'
  else if (again.trim() !== password.trim()) problems.again = 'different'
  return problems
}

/** What others know of a person, which a password must not be made of. */
export const ownWords = (person: {
  firstname?: string
  lastname?: string
  username?: string
  email?: string
  company_name?: string
}): string[] =>
  [person.firstname, person.lastname, person.username, person.email, person.company_name].filter(
    word => word !== undefined,
  )

const refusals = ['tooCommon', 'personal', 'sameAsOld'] as const

/** Why the server refused a password that met every rule here: it knows those that have leaked. */
function refusalOf(failure: unknown): (typeof refusals)[number] | undefined {
  const fields = failure instanceof CallFailed ? failure.fields : undefined
  const rule = fields?.['new_pass'] ?? fields?.['password']
  return refusals.find(known => known === rule)
}

/** The refusal belongs to the password that was sent, and goes when another is typed. */
function useRefusal(failure: unknown, password: string) {
  const [sent, setSent] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed when the answer came
  useEffect(() => setSent(failure ? password : undefined), [failure])
  return sent === password ? refusalOf(failure) : undefined
}

interface Props {
  value: NewPasswordValue
  onChange: (value: NewPasswordValue) => void
  /** Shows what is wrong, once the person has tried. */
  tried: boolean
  /** See `ownWords`. */
  own?: readonly string[]
  /** What the server said of the last attempt. */
  failure?: unknown
}

/** A new password, twice, with its rules in sight. */
export function NewPassword({ value, onChange, tried, own = [], failure }: Props) {
  const { t } = useTranslation('account')
  const rules = useId()
  const problems = tried ? problemsOf(value, own) : {}
  const refusal = useRefusal(failure, value.password)
  const wrong = problems.password ? t(`password.${problems.password}`) : refusal && t(`password.refused.${refusal}`)
  const toggle = { 'aria-label': t('password.show'), tabIndex: 0 }
  return (
    <Stack gap="md">
      <PasswordInput
        label={t('password.new')}
        autoComplete="new-password"
        value={value.password}
        onChange={event => onChange({ ...value, password: event.currentTarget.value })}
        error={wrong}
        aria-invalid={Boolean(wrong)}
        aria-describedby={rules}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordRules id={rules} password={value.password} own={own} refusal={refusal} />
      <PasswordInput
        label={t('password.again')}
        autoComplete="new-password"
        value={value.again}
        onChange={event => onChange({ ...value, again: event.currentTarget.value })}
        error={problems.again && t(`password.${problems.again}`)}
        aria-invalid={Boolean(problems.again)}
        visibilityToggleButtonProps={toggle}
      />
    </Stack>
  )
}
