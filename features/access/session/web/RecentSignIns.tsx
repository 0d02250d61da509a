import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'
import './SessionList.css'

/** The last attempts to sign in to the account, so that its owner notices a stranger's. */
export function RecentSignIns() {
  const { t } = useTranslation('session')
  const info = useQuery({ queryKey: ['loginInfo'], queryFn: () => client.getLoginInfo({}) })
  return (
    <FormSection title={t('recent.title')} hint={t('recent.hint')}>
      {info.isPending && <Skeleton height={96} />}
      {info.isError && <ErrorNotice failure={info.error} retry={() => info.refetch()} />}
      {info.data && info.data.failed_since > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {t('recent.failed', { count: info.data.failed_since })}
        </Alert>
      )}
      {info.data && (
        <ul className="attempts" aria-label={t('recent.title')}>
          {info.data.recent.map(attempt => (
            <li key={`${attempt.at} ${attempt.description}`}>
              <Time at={attempt.at} style="exact" />
              <span>{t(`log.outcome.${attempt.description}`)}</span>
              <Text span c="dimmed" className="tabular">
                {attempt.ip}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  )
}
