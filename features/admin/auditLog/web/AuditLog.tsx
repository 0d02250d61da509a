import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { auditLogCalls } from '#features/admin/auditLog/contract.ts'
import { AccountPicker } from '#features/admin/users/web/AccountPicker.tsx'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { DateFilter } from '#web/ui/DateFilter.tsx'
import { dayEnd, dayStart, daysOf } from '#web/ui/days.ts'
import { ExportAct } from '#web/ui/record/ExportAct.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import type { ListTableProps } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Time } from '#web/ui/Time.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { ActorName, useActions } from './wording.tsx'

/** [SCREEN-014] The audit log. */
export function AuditLog() {
  const { t } = useTranslation('audit')
  const actions = useActions()
  const entry = useInAddress('entry', /^\d+$/)
  const list = useCallList(auditLogCalls, 'getAuditList', {
    also: ['dates'],
    ask: ({ dates }) => {
      const [from, to] = daysOf(dates)
      return from ? { from: dayStart(from), until: dayEnd(to ?? from) } : {}
    },
  })
  const { filters, setFilter } = list.state
  const rows = list.query.data?.items ?? []
  const people = rows.flatMap(({ actor, impersonator }) => [actor, impersonator])
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      selected={entry.id}
      tools={<ExportAct words={(word, of) => t(`export.${word}`, of)} run={() => client.exportAuditLog(list.match)} />}
      filters={
        <>
          <FilterSelect
            state={list.state}
            filter="action"
            label={t('filter.action')}
            options={actions.all.map(value => ({ value, label: actions.wordingOf(value) }))}
          />
          <AccountPicker
            className="list-filter"
            label={t('filter.actor')}
            value={filters.actor ?? null}
            valueName={people.find(person => person?.id === filters.actor)?.name}
            onChange={id => setFilter('actor', id ?? '')}
            nothingFound={t('filter.nobody')}
          />
          <DateFilter value={filters.dates} onChange={range => setFilter('dates', range)} />
        </>
      }
      columns={columnsOf(t, actions, entry.open)}
    >
      <SideDrawer opened={entry.id !== undefined} onClose={entry.close} title={t('detail.title')}>
        {entry.id && <AuditDetail entry={rows.find(({ id }) => String(id) === entry.id)} />}
      </SideDrawer>
    </ListScreen>
  )
}

type Translate = ReturnType<typeof useTranslation<'audit'>>['t']

function columnsOf(
  t: Translate,
  actions: ReturnType<typeof useActions>,
  open: (id: number) => void,
): ListTableProps<typeof auditLogCalls.getAuditList>['columns'] {
  return [
    { key: 'at', title: t('column.at'), sort: 'at', cell: row => <Time at={row.at} style="exact" /> },
    { key: 'actor', title: t('column.actor'), cell: row => <ActorName entry={row} /> },
    {
      key: 'action',
      title: t('column.action'),
      sort: 'action',
      cell: row => (
        <UnstyledButton className="link-button" onClick={() => open(row.id)}>
          {actions.wordingOf(row.action)}
        </UnstyledButton>
      ),
    },
    {
      key: 'subject',
      title: t('column.subject'),
      cell: row => actions.subjectOf(row) || <span className="audit-id">{row.subject}</span>,
    },
    { key: 'ip', title: t('column.ip'), cell: row => <span className="tabular">{row.ip}</span> },
    { key: 'org_name', title: t('column.organisation'), crossing: true },
  ]
}
