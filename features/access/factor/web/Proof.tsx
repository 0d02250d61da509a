import { Alert, Anchor, PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export type RequiredProof = 'password' | 'none' | 'signIn'

/** Whether the password that a change asks for is missing. */
export const isUnproved = (proof: RequiredProof, password: string): boolean =>
  proof === 'password' && password.trim() === ''

/** What is sent along with a change. */
export const proofOf = (password: string): { current_pass?: string } =>
  password.trim() ? { current_pass: password.trim() } : {}

interface Props {
  proof: RequiredProof
  value: string
  onChange: (password: string) => void
  error?: string | undefined
}

/** Asks for the current password, where changing a way to sign in requires it. */
export function Proof({ proof, value, onChange, error }: Props) {
  const { t } = useTranslation('factor')
  if (proof === 'none') return null
  if (proof === 'signIn')
    return (
      <Alert color="yellow" variant="light" role="status">
        {t('proof.signIn')}{' '}
        <Anchor component={Link} to="/logout" inherit>
          {t('proof.signInAct')}
        </Anchor>
      </Alert>
    )
  return (
    <PasswordInput
      label={t('proof.password')}
      autoComplete="current-password"
      data-autofocus
      required
      withAsterisk={false}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': t('proof.show'), tabIndex: 0 }}
    />
  )
}
