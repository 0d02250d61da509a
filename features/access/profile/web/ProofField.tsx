import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'

interface Props {
  /** Why it is asked for. */
  hint: string
  value: string
  onChange: (password: string) => void
}

/**
 * The current password, beside a change that requires it. A person without one proves their identity by a fresh
 * sign-in.
 */
export function ProofField({ hint, value, onChange }: Props) {
  const { t } = useTranslation(['profile', 'account'])
  const person = usePerson()
  if (!person.roles.includes('nolinkedin')) return null
  return (
    <>
      {/* password managers file what is typed below under this name */}
      <input type="text" name="username" autoComplete="username" value={person.username} readOnly hidden />
      <PasswordInput
        label={t('profile:proof.label')}
        description={hint}
        autoComplete="current-password"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('account:password.show'), tabIndex: 0 }}
      />
    </>
  )
}
