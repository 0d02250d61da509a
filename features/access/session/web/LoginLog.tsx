import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loginOutcomes } from '#features/access/session/outcomes.ts'
import { client } from '#web/client/client.ts'
import { DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'

/** [SCREEN-032, ROUTE-120] Who tried to sign in, when and from where; newest first. */
export function LoginLog() {
  const { t } = useTranslation('session')
  const state = useListState({
    sorts: ['at', 'username', 'ip'],
    sort: 'at',
    order: 'desc',
    filters: ['content', 'description'],
  })
  const { page, limit, sort, order } = state
  const { content, description: said } = state.filters
  const description = loginOutcomes.find(outcome => outcome === said)
  const log = useQuery({
    queryKey: ['loginLog', page, limit, sort, order, content, description],
    queryFn: () => client.getLoginLogList({ page, limit, sort, order, content, description }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('log.title')} hint={t('log.hint')}>
      <DataList
        label={t('log.label')}
        state={state}
        query={log}
        rowKey={entry => entry.id}
        search={{ filter: 'content', label: t('log.search') }}
        filters={
          <FilterSelect
            label={t('log.filter')}
            state={state}
            filter="description"
            options={loginOutcomes.map(value => ({ value, label: t(`log.outcome.${value}`) }))}
          />
        }
        empty={{ title: t('log.empty'), hint: t('log.emptyHint') }}
        columns={[
          { key: 'at', title: t('log.at'), sort: 'at', cell: entry => <Time at={entry.at} style="exact" /> },
          { key: 'username', title: t('log.userName'), sort: 'username', cell: entry => entry.username },
          { key: 'description', title: t('log.description'), cell: entry => t(`log.outcome.${entry.description}`) },
          { key: 'ip', title: t('log.ip'), sort: 'ip', cell: entry => <span className="tabular">{entry.ip}</span> },
        ]}
      />
    </Page>
  )
}
