import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, passwordRules } from '#features/core/account/passwordRules.ts'
import './PasswordRules.css'

interface Props {
  password: string
  id: string
  /** See `ownWords`. */
  own?: readonly string[]
  /** The rule by which the server has refused this password. */
  refusal?: string | undefined
}

/** The rules of a password, each marked during typing. Nothing is marked while the field is empty. */
export function PasswordRules({ password, id, own = [], refusal }: Props) {
  const { t } = useTranslation('account')
  const broken = brokenPasswordRules(password, own)
  return (
    <div id={id} className="password-rules">
      <p>{t('password.rules')}</p>
      <ul>
        {passwordRules.map(rule => {
          const met = password.trim() !== '' && !broken.includes(rule) && rule !== refusal
          return (
            <li key={rule} data-met={met}>
              {met ? <IconCheck size={16} aria-hidden /> : <IconPointFilled size={16} aria-hidden />}
              {t(`password.rule.${rule}`)}
              {password !== '' && <span className="unseen">{t(met ? 'password.met' : 'password.notMet')}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
