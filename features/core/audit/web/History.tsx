import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { writeItems } from '#contract/amounts.ts'
import { Entity } from '#web/ui/record/Entity.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import type { History as Entries } from '../history.ts'
import './History.css'

/** Entries that are shown at first, and with each further step. */
const STEP = 20

interface Props {
  /** How the first entries are read: `limit => callQuery('getCompanyHistory', { id, limit })`. */
  read: (limit: number) => { queryKey: readonly unknown[]; queryFn: () => Promise<z.output<typeof Entries>> }
  /** What a field of the record is called. */
  field: (name: string) => string
}

/** Who changed what of a record, the latest first. */
export function History({ read, field }: Props) {
  const { t, i18n } = useTranslation('audit')
  const [limit, setLimit] = useState(STEP)
  const history = useQuery({ ...read(limit), placeholderData: before => before })
  const words = t as (key: string) => string
  return (
    <section>
      <Title order={3} size="h4">
        {t('history.title')}
      </Title>
      <Entity query={history}>
        {({ items, total }) => (
          <>
            <ul className="history">
              {items.map(({ id, action, user_name: name, at, fields }) => (
                <li key={id}>
                  {t('history.by', { action: words(`action.${action}`), name })}
                  {fields.length > 0 && <Text size="sm">{writeItems(fields.map(field), i18n.language)}</Text>}
                  <Text size="sm" c="dimmed">
                    <TimeAgo at={at} />
                  </Text>
                </li>
              ))}
            </ul>
            {total > items.length && limit < 200 && (
              <Button variant="subtle" onClick={() => setLimit(limit + STEP)}>
                {t('history.more')}
              </Button>
            )}
          </>
        )}
      </Entity>
    </section>
  )
}
