import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { supportCalls } from '#features/admin/support/contract.ts'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { TicketDrawer, TicketState, useOpenTicket } from './TicketDrawer.tsx'

/** The requests of the organization: search, answer and close. */
export function TicketList() {
  const { t } = useTranslation(['support', 'common'])
  const ticket = useOpenTicket()
  const list = useCallList(supportCalls, 'getTicketList')
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      rowKey={row => row.number}
      selected={ticket.id}
      filters={list.choice('state', t('list.state'), state => t(`state.${state}`))}
      columns={[
        {
          key: 'number',
          title: t('list.number'),
          width: 90,
          cell: row => <span className="tabular">#{row.number}</span>,
        },
        {
          key: 'content',
          title: t('list.question'),
          cell: row => (
            <UnstyledButton className="link-button ticket-row-text" onClick={() => ticket.open(row.number)}>
              {row.content}
            </UnstyledButton>
          ),
        },
        {
          key: 'name',
          title: t('list.from'),
          cell: row => (row.is_known ? row.name : t('common:aside', { text: row.name, note: t('ticket.visitor') })),
        },
        { key: 'org_name', title: t('list.organisation'), crossing: true },
        { key: 'state', title: t('list.state'), cell: row => <TicketState state={row.state} /> },
        { key: 'updated', title: t('list.updated'), cell: row => <TimeAgo at={row.updated_on} /> },
      ]}
    >
      <TicketDrawer ticket={ticket} />
    </ListScreen>
  )
}
