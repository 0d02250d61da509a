import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Time } from '#web/ui/Time.tsx'
import type { feedbackCalls } from '../contract.ts'
import { feedbackChoices } from '../rules.ts'
import { ChoiceMark } from './ChoiceMark.tsx'
import { FeedbackCounts } from './FeedbackCounts.tsx'
import './FeedbackTable.css'
import { feedbackQuery } from './feedbackQueries.ts'

type Said = Answer<(typeof feedbackCalls)['getAttendeeFeedbackList']>['items'][number]

/** [PROD-015] What people said of a pitch: how many chose what, and each one's words. */
export function FeedbackTable({ uuid, exportAct }: { uuid: string; exportAct: ReactNode }) {
  const { t } = useTranslation('feedback')
  const state = useListState({ sorts: ['at'], sort: 'at', filters: ['select'] })
  const { page, limit, filters } = state
  const select = feedbackChoices.find(choice => choice === filters.select)
  const query = useQuery(feedbackQuery({ uuid, page, limit, ...(select && { select }) }))
  const columns: Column<Said, 'at'>[] = [
    {
      key: 'who',
      title: t('column.who'),
      cell: said => <Who name={said.name} email={said.email} />,
    },
    { key: 'choice', title: t('column.choice'), width: '13rem', cell: said => <ChoiceMark choice={said.select} /> },
    {
      key: 'note',
      title: t('column.note'),
      width: '40%',
      cell: said => (
        <>
          {said.note && <span className="feedback-note">{said.note}</span>}
          {said.contact && <span className="feedback-contact">{t('contact', { contact: said.contact })}</span>}
        </>
      ),
    },
    { key: 'at', title: t('column.at'), cell: said => <Time at={said.at} /> },
  ]
  return (
    <>
      {query.data && <FeedbackCounts counts={query.data.counts} />}
      <DataList
        label={t('table.label')}
        state={state}
        query={query}
        columns={columns}
        rowKey={said => said.id}
        filters={
          <>
            <FilterSelect
              state={state}
              filter="select"
              label={t('table.filter')}
              options={feedbackChoices.map(value => ({ value, label: t(`choice.${value}`) }))}
            />
            {exportAct}
          </>
        }
        empty={{ title: t('table.empty'), hint: t('table.emptyHint') }}
      />
    </>
  )
}
