import { Alert, Anchor, PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export type ProofAsked = 'password' | 'none' | 'signIn'

/** What a change asks for, as it is typed. */
export interface Given {
  readonly password: string
  readonly tried: boolean
}
export const nothingGiven: Given = { password: '', tried: false }

/** Whether a change may be sent. */
export const isProved = (asked: ProofAsked, { password }: Given): boolean =>
  asked === 'none' || (asked === 'password' && password.trim() !== '')

/** What is sent along with a change. */
export const proofOf = ({ password }: Given): { current_pass?: string } =>
  password.trim() ? { current_pass: password.trim() } : {}

interface Props {
  asked: ProofAsked
  given: Given
  onChange: (given: Given) => void
}

/** Asks for the current password, where a change of a way in wants it. */
export function Proof({ asked, given, onChange }: Props) {
  const { t } = useTranslation('factor')
  if (asked === 'none') return null
  if (asked === 'signIn')
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
      required
      withAsterisk={false}
      value={given.password}
      onChange={event => onChange({ ...given, password: event.currentTarget.value })}
      error={given.tried && !given.password.trim() && t('proof.missing')}
      visibilityToggleButtonProps={{ 'aria-label': t('proof.show'), tabIndex: 0 }}
    />
  )
}
