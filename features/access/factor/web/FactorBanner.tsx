import { Alert, Button, Group } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { mayOpen } from '#features/access/session/web/guard.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { formatTime } from '#web/ui/time.ts'

const settingPages = ['/personal-info/mfa', '/personal-info/settings'] as const
const key = 'rostrum.factorLater'

/** Asks a person who manages accounts to set a factor; "later" hides the banner until the next visit. */
export function FactorBanner() {
  const { t, i18n } = useTranslation('factor')
  const person = usePerson()
  const { pathname } = useLocation()
  const [postponed, setPostponed] = useState(() => sessionStorage.getItem(key) === '1')
  const due = person.factor_due
  if (!due || postponed || person.tl_2fa_status === 'required' || settingPages.some(page => pathname === page))
    return null
  const page = settingPages.find(one => mayOpen(person, one))
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="lg"
      icon={<IconShieldLock size={20} aria-hidden />}
      title={t('due.title')}
      role="region"
      aria-label={t('due.title')}
    >
      {Date.parse(due) > Date.now() ? t('due.body', { date: formatTime(due, i18n.language, 'day') }) : t('due.now')}
      <Group gap="xs" mt="sm">
        {page && (
          <Button component={Link} to={page} size="xs">
            {t('due.act')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            sessionStorage.setItem(key, '1')
            setPostponed(true)
          }}
        >
          {t('due.later')}
        </Button>
      </Group>
    </Alert>
  )
}
