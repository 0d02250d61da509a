import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { brokenUsernameRules, usernameRules } from '#features/core/account/rules.ts'
import '../../recovery/web/PasswordRules.css'

interface Props {
  id: string
  username: string
  /** What the server says of it; undefined while it has not said anything. */
  state: 'free' | 'own' | 'taken' | 'notAllowed' | undefined
}

/** [RULE-018 to RULE-023] The rules of a username, each marked during typing; an empty name is not marked yet. */
export function UsernameRules({ id, username, state }: Props) {
  const { t } = useTranslation('profile')
  const broken = brokenUsernameRules(username)
  const lines = [
    ...usernameRules.map(rule => [rule, username !== '' && !broken.includes(rule)] as const),
    ['taken', state === 'free' || state === 'own'] as const,
  ]
  return (
    <div id={id} className="password-rules">
      <p>{t('username.rules')}</p>
      <ul>
        {lines.map(([rule, met]) => (
          <li key={rule} data-met={met}>
            {met ? <IconCheck size={16} aria-hidden /> : <IconPointFilled size={16} aria-hidden />}
            {t(`username.rule.${rule}`)}
            {username !== '' && <span className="unseen">{t(met ? 'username.met' : 'username.notMet')}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
