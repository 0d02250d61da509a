import { Button, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AccountPicker } from '#features/core/account/web/AccountPicker.tsx'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { DateFilter } from '#web/ui/DateFilter.tsx'
import { dayEnd, dayStart, daysOf } from '#web/ui/days.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { saveFile } from '#web/ui/saveFile.ts'
import { Time } from '#web/ui/Time.tsx'
import { useWording } from '#web/ui/wording.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { ofSession, useActions } from './actions.ts'
import { Somebody } from './Somebody.tsx'

const sorts = ['at', 'action'] as const

/** Who did what to whom, and when: behaviour 13. */
export function AuditLog() {
  const { t } = useTranslation('audit')
  const [address, setAddress] = useSearchParams()
  const wording = useWording()
  const actions = useActions()
  const crosses = usePerson().roles.includes('superadmin')
  const filterNames = ['content', 'action', 'actor', 'dates'] as const
  const state = useListState({ sorts, sort: 'at', order: 'desc', filters: filterNames })
  const { page, limit, sort, order, filters } = state
  const [from, to] = daysOf(filters.dates)
  const filter = {
    ...(filters.content ? { content: filters.content } : {}),
    ...(filters.action ? { action: filters.action } : {}),
    ...(filters.actor ? { actor: filters.actor } : {}),
    ...(from ? { from: dayStart(from), until: dayEnd(to ?? from) } : {}),
  }
  const entries = useQuery({
    queryKey: ['audit', page, limit, sort, order, filters],
    queryFn: () => client.getAuditList({ page, limit, sort, order, ...filter }),
    placeholderData: keepPreviousData,
  })
  const people = (entries.data?.items ?? []).flatMap(entry => [entry.actor, entry.impersonator])
  const exporting = useMutation({
    mutationFn: () => client.exportAuditLog(filter),
    onSuccess: ({ filename, csv, rows, total }) => {
      saveFile(filename, csv, 'text/csv;charset=utf-8')
      if (rows < total) notifications.show({ color: 'yellow', message: t('export.cut', { rows, total }) })
      else doneNotice(t('export.done', { count: rows }))
    },
    onError: failure => notifications.show({ color: 'red', message: wording(failure) }),
  })

  const opened = Number(address.get('entry')) || undefined
  const open = (id: number | undefined) =>
    setAddress(
      before => {
        const after = new URLSearchParams(before)
        if (id) after.set('entry', String(id))
        else after.delete('entry')
        return after
      },
      { preventScrollReset: true },
    )
  const act = (
    <Button
      variant="default"
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t('export.act')}
    </Button>
  )

  return (
    <Page title={t('title')} hint={t('hint')} act={act}>
      <DataList
        label={t('label')}
        state={state}
        query={entries}
        rowKey={entry => entry.id}
        selected={opened}
        search={{ filter: 'content', label: t('search') }}
        filters={
          <>
            <FilterSelect
              state={state}
              filter="action"
              label={t('filter.action')}
              options={actions.all.map(value => ({ value, label: actions.wordingOf(value) }))}
            />
            <AccountPicker
              className="list-filter"
              label={t('filter.actor')}
              value={filters.actor ?? null}
              valueName={people.find(person => person?.id === filters.actor)?.name}
              onChange={id => state.setFilter('actor', id ?? '')}
              nothingFound={t('filter.nobody')}
            />
            <DateFilter value={filters.dates} onChange={range => state.setFilter('dates', range)} />
          </>
        }
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        columns={[
          {
            key: 'at',
            title: t('column.at'),
            sort: 'at',
            cell: entry => <Time at={entry.at} style="exact" />,
          },
          { key: 'actor', title: t('column.actor'), cell: entry => <Somebody entry={entry} /> },
          {
            key: 'action',
            title: t('column.action'),
            sort: 'action',
            cell: entry => (
              <UnstyledButton className="link-button" onClick={() => open(entry.id)}>
                {actions.wordingOf(entry.action)}
              </UnstyledButton>
            ),
          },
          {
            key: 'subject',
            title: t('column.subject'),
            cell: entry =>
              entry.subject_name ||
              (ofSession.includes(entry.action) ? t('aSession') : <span className="audit-id">{entry.subject}</span>),
          },
          { key: 'ip', title: t('column.ip'), cell: entry => <span className="tabular">{entry.ip}</span> },
          ...(crosses
            ? [
                {
                  key: 'org',
                  title: t('column.organisation'),
                  cell: (entry: { org_name: string }) => entry.org_name,
                },
              ]
            : []),
        ]}
      />
      <SideDrawer opened={opened !== undefined} onClose={() => open(undefined)} title={t('detail.title')}>
        {opened && <AuditDetail entry={entries.data?.items.find(({ id }) => id === opened)} />}
      </SideDrawer>
    </Page>
  )
}
