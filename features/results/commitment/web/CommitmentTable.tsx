import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Time } from '#web/ui/Time.tsx'
import type { commitmentCalls } from '../contract.ts'
import './CommitmentTable.css'
import { commitmentsQuery } from './commitmentQueries.ts'

type Commitment = Answer<(typeof commitmentCalls)['getCommitmentList']>['items'][number]

/** Who commits what to a pitch, and how much that is together. */
export function CommitmentTable({ uuid, exportAct }: { uuid: string; exportAct: ReactNode }) {
  const { t } = useTranslation('commitment')
  const state = useListState({ sorts: ['at'], sort: 'at', filters: ['name'] })
  const query = useQuery(commitmentsQuery({ uuid, page: state.page, limit: state.limit }))
  const { data } = query
  const columns: Column<Commitment, 'at'>[] = [
    {
      key: 'who',
      title: t('column.who'),
      cell: commitment => <Who name={commitment.name} email={commitment.email} />,
    },
    { key: 'initials', title: t('column.initials'), cell: commitment => commitment.initials },
    { key: 'at', title: t('column.at'), cell: commitment => <Time at={commitment.at} /> },
    { key: 'amount', title: t('column.amount'), numeric: true, cell: commitment => commitment.money_amount },
  ]
  return (
    <>
      <DataList
        label={t('table.label')}
        state={state}
        query={query}
        columns={columns}
        rowKey={commitment => commitment.id}
        filters={exportAct}
        empty={{ title: t('table.empty'), hint: t('table.emptyHint') }}
      />
      {data && data.total > 0 && (
        <dl className="commitment-sum">
          <dt>{t('sum', { count: data.total })}</dt>
          <dd className="tabular">{data.sum}</dd>
        </dl>
      )}
    </>
  )
}
