import { Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import { TicketState } from './TicketDrawer.tsx'

const few = 5

/** The user's requests with their status, and links to the answers. */
export function MyTickets({ open }: { open: (number: number) => void }) {
  const { t } = useTranslation('support')
  const [limit, setLimit] = useState(few)
  const mine = useQuery(callQuery('getMyTicketList', { limit }))
  if (mine.isPending) return <Skeleton height={96} />
  if (!mine.data) return <ErrorNotice failure={mine.error} retry={() => mine.refetch()} />
  if (mine.data.total === 0) return <Text c="dimmed">{t('mine.empty')}</Text>
  return (
    <>
      <ul className="ticket-rows">
        {mine.data.items.map(ticket => (
          <li key={ticket.id}>
            <UnstyledButton className="ticket-row" onClick={() => open(ticket.number)}>
              <span className="ticket-row-head">
                <strong>#{ticket.number}</strong>
                <TicketState state={ticket.state} />
              </span>
              <span className="ticket-row-text">{ticket.content}</span>
              <Text component="span" size="xs" c="dimmed">
                <TimeAgo at={ticket.updated_on} />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {mine.data.total > limit && (
        <Button variant="subtle" onClick={() => setLimit(limit + 20)}>
          {t('mine.more')}
        </Button>
      )}
    </>
  )
}
