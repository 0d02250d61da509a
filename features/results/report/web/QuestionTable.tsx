import { useTranslation } from 'react-i18next'
import { reportCalls } from '#features/results/report/contract.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ExportButton } from './ExportButton.tsx'
import './talk.css'

/** What was asked in a pitch and what became of it; what was left without an answer stands first. */
export function QuestionTable({ uuid }: { uuid: string }) {
  const { t } = useTranslation(['report', 'question'])
  const shownName = useShownName()
  const list = useCallList(reportCalls, 'getPitchQuestions', { of: { uuid }, every: 10_000, under: 'pitch' })
  return (
    <ListTable
      list={list}
      words={t('report:questions', { returnObjects: true })}
      filters={
        <>
          {list.choice('state', t('report:questions.state'), state => t(`question:state.${state}`))}
          <ExportButton uuid={uuid} kind="questions" />
        </>
      }
      columns={[
        {
          key: 'who',
          title: t('report:questions.who'),
          width: '14rem',
          cell: ({ name, forwarded_by: by }) => (
            <Who name={name}>{by && t('report:questions.forwarded', { name: shownName(by) })}</Who>
          ),
        },
        {
          key: 'question',
          title: t('report:questions.question'),
          cell: ({ content }) => <span className="talk-text">{content}</span>,
        },
        {
          key: 'state',
          title: t('report:questions.state'),
          width: '9rem',
          cell: ({ state }) => t(`question:state.${state}`),
        },
        {
          key: 'asked',
          title: t('report:questions.asked'),
          width: '11rem',
          cell: ({ asked_at }) => <Time at={asked_at} />,
        },
        {
          key: 'settled',
          title: t('report:questions.settled'),
          width: '11rem',
          cell: ({ settled_at }) => settled_at && <Time at={settled_at} />,
        },
      ]}
    />
  )
}
