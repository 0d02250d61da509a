import { PasswordInput, Stack } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules } from '#features/session/rules.ts'
import { PasswordRules } from './PasswordRules.tsx'

export interface NewPasswordValue {
  readonly password: string
  readonly again: string
}
type Problem = 'newMissing' | 'unmet' | 'confirmMissing' | 'different'

/** [RULE-013, RULE-014, RULE-015] What keeps a new password from being sent, field by field. */
export function problemsOf({ password, again }: NewPasswordValue): Partial<Record<keyof NewPasswordValue, Problem>> {
  const problems: Partial<Record<keyof NewPasswordValue, Problem>> = {}
  if (!password.trim()) problems.password = 'newMissing'
  else if (brokenPasswordRules(password).length) problems.password = 'unmet'
  if (!again.trim()) problems.again = 'confirmMissing'
  else if (again.trim() !== password.trim()) problems.again = 'different'
  return problems
}

interface Props {
  value: NewPasswordValue
  onChange: (value: NewPasswordValue) => void
  /** Shows what is wrong, once the person has tried. */
  tried: boolean
}

/** A new password, twice, with its rules in sight. */
export function NewPassword({ value, onChange, tried }: Props) {
  const { t } = useTranslation('account')
  const rules = useId()
  const problems = tried ? problemsOf(value) : {}
  const toggle = { 'aria-label': t('password.show'), tabIndex: 0 }
  return (
    <Stack gap="md">
      <PasswordInput
        label={t('password.new')}
        autoComplete="new-password"
        value={value.password}
        onChange={event => onChange({ ...value, password: event.currentTarget.value })}
        error={problems.password && t(`password.${problems.password}`)}
        aria-describedby={rules}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordRules id={rules} password={value.password} />
      <PasswordInput
        label={t('password.again')}
        autoComplete="new-password"
        value={value.again}
        onChange={event => onChange({ ...value, again: event.currentTarget.value })}
        error={problems.again && t(`password.${problems.again}`)}
        visibilityToggleButtonProps={toggle}
      />
    </Stack>
  )
}
