import { useTranslation } from 'react-i18next'
import { type ReportMessage, reportCalls } from '#features/results/report/contract.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ExportButton } from './ExportButton.tsx'
import './talk.css'

/** The messages of a pitch's public chat; private chats are not part of the results. */
export function ChatTable({ uuid }: { uuid: string }) {
  const { t } = useTranslation('report')
  return (
    <ListTable
      list={useCallList(reportCalls, 'getPitchChat', { of: { uuid }, every: 10_000, under: 'pitch' })}
      words={t('chat', { returnObjects: true })}
      filters={<ExportButton uuid={uuid} kind="chat" />}
      columns={[
        { key: 'who', title: t('chat.who'), width: '14rem', cell: ({ name }) => <Who name={name} /> },
        { key: 'message', title: t('chat.message'), cell: message => <Written {...message} /> },
        { key: 'at', title: t('chat.at'), width: '11rem', cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  )
}

function Written({ content, edited, deleted }: ReportMessage) {
  const { t } = useTranslation('report')
  if (deleted) return <span className="talk-mark">{t(`chat.deleted.${deleted}`)}</span>
  return (
    <>
      <span className="talk-text">{content}</span>
      {edited && <span className="talk-mark">{t('chat.edited')}</span>}
    </>
  )
}
