import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReportMessage } from '#features/results/report/contract.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { client } from '#web/client/client.ts'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Time } from '#web/ui/Time.tsx'
import { ExportButton } from './ExportButton.tsx'
import './talk.css'

/** What was written in everybody's chat of a pitch. Private chats belong to those who are in them. */
export function ChatTable({ uuid }: { uuid: string }) {
  const { t } = useTranslation('report')
  const list = useListState({ sorts: ['at'], sort: 'at', filters: ['content'] })
  const { page, limit, filters } = list
  const asked = { uuid, page, limit, ...(filters.content && { content: filters.content }) }
  const query = useQuery({
    queryKey: ['pitch', 'chat', asked],
    queryFn: () => client.getPitchChat(asked),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  const columns: Column<ReportMessage, 'at'>[] = [
    { key: 'who', title: t('chat.who'), width: '14rem', cell: ({ name }) => <Who name={name} /> },
    { key: 'message', title: t('chat.message'), cell: message => <Written {...message} /> },
    { key: 'at', title: t('chat.at'), width: '11rem', cell: ({ at }) => <Time at={at} /> },
  ]
  return (
    <DataList
      label={t('chat.label')}
      state={list}
      query={query}
      columns={columns}
      rowKey={message => message.id}
      search={{ filter: 'content', label: t('chat.search') }}
      filters={<ExportButton uuid={uuid} kind="chat" />}
      empty={{ title: t('chat.empty'), hint: t('chat.emptyHint') }}
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
