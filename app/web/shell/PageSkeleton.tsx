import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The shape of a screen whose code is on its way; it shows when that takes more than 300 ms. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="page-skeleton" role="status">
      <span className="unseen">{t('loading')}</span>
      <Skeleton height={36} width="16rem" />
      <Skeleton height={36} width="100%" />
      <Skeleton height={320} width="100%" />
    </div>
  )
}
