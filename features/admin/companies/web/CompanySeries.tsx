import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Entity } from '#web/ui/record/Entity.tsx'

/** The series that raise money for a company. */
export function CompanySeries({ id }: { id: string }) {
  const { t } = useTranslation(['companies', 'vehicles'])
  const series = useQuery(callQuery('getCompanySeriesList', { id, limit: 200 }))
  return (
    <section>
      <Title order={3} size="h4">
        {t('companies:series.title')}
      </Title>
      <Entity query={series}>
        {({ items }) => (
          <ul className="company-people">
            {items.length === 0 && <li>{t('companies:series.none')}</li>}
            {items.map(one => (
              <li key={one.id}>
                <Anchor component={Link} to={`/spv/series?edit=${one.id}`}>
                  {one.spv_series_name}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {t('companies:series.of', { status: t(`vehicles:status.${one.status}`), spv: one.spv_legal_name })}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </Entity>
    </section>
  )
}
