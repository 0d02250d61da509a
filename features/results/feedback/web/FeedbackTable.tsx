import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Who } from '#features/room/room/web/Who.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import { feedbackCalls } from '../contract.ts'
import { ChoiceMark, FeedbackCounts } from './FeedbackCounts.tsx'
import './FeedbackTable.css'

/** [PROD-015] What people said of a pitch: how many chose what, and each one's words; new ones show by themselves. */
export function FeedbackTable({ uuid, exportAct }: { uuid: string; exportAct: ReactNode }) {
  const { t } = useTranslation('feedback')
  const list = useCallList(feedbackCalls, 'getAttendeeFeedbackList', { of: { uuid }, every: 10_000, under: 'pitch' })
  return (
    <>
      {list.query.data && <FeedbackCounts counts={list.query.data.counts} />}
      <ListTable
        list={list}
        words={t('table', { returnObjects: true })}
        filters={
          <>
            {list.choice('select', t('table.filter'), choice => t(`choice.${choice}`))}
            {exportAct}
          </>
        }
        columns={[
          { key: 'who', title: t('column.who'), cell: row => <Who name={row.name} email={row.email} /> },
          { key: 'choice', title: t('column.choice'), width: '13rem', cell: row => <ChoiceMark choice={row.select} /> },
          {
            key: 'note',
            title: t('column.note'),
            width: '40%',
            cell: ({ note, contact }) => (
              <>
                {note && <span className="feedback-note">{note}</span>}
                {contact && <span className="feedback-contact">{t('contact', { contact })}</span>}
              </>
            ),
          },
          { key: 'at', title: t('column.at'), cell: row => <Time at={row.at} /> },
        ]}
      />
    </>
  )
}
