import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReportQuestion } from '#features/results/report/contract.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { client } from '#web/client/client.ts'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Time } from '#web/ui/Time.tsx'
import { ExportButton } from './ExportButton.tsx'
import './talk.css'

const states = ['waiting', 'answered', 'dismissed'] as const

/** What was asked in a pitch and what became of it; what was left without an answer stands first. */
export function QuestionTable({ uuid }: { uuid: string }) {
  const { t } = useTranslation(['report', 'question'])
  const shownName = useShownName()
  const list = useListState({ sorts: ['asked'], sort: 'asked', filters: ['content', 'state'] })
  const { page, limit, filters } = list
  const state = states.find(one => one === filters.state)
  const asked = { uuid, page, limit, ...(filters.content && { content: filters.content }), ...(state && { state }) }
  const query = useQuery({
    queryKey: ['pitch', 'questions', asked],
    queryFn: () => client.getPitchQuestions(asked),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  const columns: Column<ReportQuestion, 'asked'>[] = [
    {
      key: 'who',
      title: t('questions.who'),
      width: '14rem',
      cell: ({ name, forwarded_by }) => (
        <Who name={name}>{forwarded_by && t('questions.forwarded', { name: shownName(forwarded_by) })}</Who>
      ),
    },
    {
      key: 'question',
      title: t('questions.question'),
      cell: ({ content }) => <span className="talk-text">{content}</span>,
    },
    { key: 'state', title: t('questions.state'), width: '9rem', cell: one => t(`question:state.${one.state}`) },
    { key: 'asked', title: t('questions.asked'), width: '11rem', cell: one => <Time at={one.asked_at} /> },
    {
      key: 'settled',
      title: t('questions.settled'),
      width: '11rem',
      cell: one => one.settled_at && <Time at={one.settled_at} />,
    },
  ]
  return (
    <DataList
      label={t('questions.label')}
      state={list}
      query={query}
      columns={columns}
      rowKey={one => one.id}
      search={{ filter: 'content', label: t('questions.search') }}
      filters={
        <>
          <FilterSelect
            state={list}
            filter="state"
            label={t('questions.state')}
            options={states.map(value => ({ value, label: t(`question:state.${value}`) }))}
          />
          <ExportButton uuid={uuid} kind="questions" />
        </>
      }
      empty={{ title: t('questions.empty'), hint: t('questions.emptyHint') }}
    />
  )
}
