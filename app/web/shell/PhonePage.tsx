import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { StatePage } from '#web/light/StatePages.tsx'

/** [PROD-053] What a phone shows where the organisation keeps the console to larger screens. */
export function PhonePage() {
  const { t } = useTranslation('shell')
  const { org_name } = usePerson()
  return (
    <StatePage title={t('phone.title')} hint={t('phone.hint', { organisation: org_name })}>
      <Link className="plain-button" to="/logout">
        {t('menu.signOut')}
      </Link>
    </StatePage>
  )
}
