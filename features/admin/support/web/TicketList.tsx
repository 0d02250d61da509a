import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ticketStates } from '#features/admin/support/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { TicketDrawer } from './TicketDrawer.tsx'
import { TicketState } from './TicketState.tsx'
import { useOpenTicket } from './useOpenTicket.ts'

/** What people of the organisation asked: found, answered and closed. */
export function TicketList() {
  const { t } = useTranslation('support')
  const crosses = usePerson().roles.includes('superadmin')
  const state = useListState({ sorts: ['updated'], sort: 'updated', order: 'desc', filters: ['content', 'state'] })
  const { page, limit, filters } = state
  const wanted = ticketStates.find(name => name === filters.state)
  const open = useOpenTicket()
  const tickets = useQuery({
    queryKey: ['ticket', 'list', page, limit, filters.content, wanted],
    queryFn: () => client.getTicketList({ page, limit, content: filters.content, state: wanted }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('list.title')} hint={t('list.hint')}>
      <DataList
        label={t('list.title')}
        state={state}
        query={tickets}
        rowKey={ticket => ticket.number}
        selected={open.number}
        search={{ filter: 'content', label: t('list.search') }}
        filters={
          <FilterSelect
            state={state}
            filter="state"
            label={t('list.state')}
            options={ticketStates.map(value => ({ value, label: t(`state.${value}`) }))}
          />
        }
        empty={{ title: t('list.empty'), hint: t('list.emptyHint') }}
        columns={[
          {
            key: 'number',
            title: t('list.number'),
            cell: ({ number }) => <span className="tabular">#{number}</span>,
            width: 90,
          },
          {
            key: 'content',
            title: t('list.question'),
            cell: ticket => (
              <UnstyledButton className="link-button ticket-row-text" onClick={() => open.open(ticket.number)}>
                {ticket.content}
              </UnstyledButton>
            ),
          },
          {
            key: 'name',
            title: t('list.from'),
            cell: ticket => (ticket.is_known ? ticket.name : `${ticket.name} (${t('ticket.visitor')})`),
          },
          ...(crosses
            ? [{ key: 'org', title: t('list.organisation'), cell: (ticket: { org_name: string }) => ticket.org_name }]
            : []),
          { key: 'state', title: t('list.state'), cell: ticket => <TicketState state={ticket.state} /> },
          { key: 'updated', title: t('list.updated'), cell: ticket => <TimeAgo at={ticket.updated_on} /> },
        ]}
      />
      <TicketDrawer number={open.number} onClose={open.close} />
    </Page>
  )
}
