import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChecks, IconMailOpened, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Notice } from '#features/notify/notice/contract.ts'
import { NOTICES_ON_A_PAGE } from '#features/notify/notice/rules.ts'
import { client } from '#web/client/client.ts'
import { EmptyList } from '#web/ui/DataList.tsx'
import { DataListTools } from '#web/ui/DataListTools.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useListState } from '#web/ui/listState.ts'
import { useUndoNotice } from '#web/ui/notices.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useWording } from '#web/ui/wording.ts'
import { NoticeCard } from './NoticeCard.tsx'
import { NoticePaging } from './NoticePaging.tsx'
import { useNoticeActs } from './noticeQueries.ts'
import './notice.css'

/** [ROUTE-139, ENT-107] All my notices: searched, read, deleted and taken back. */
export function NoticeList() {
  const { t } = useTranslation(['notice', 'common'])
  const state = useListState({ sorts: ['update_time'], sort: 'update_time', order: 'desc', filters: ['content'] })
  const { page } = state
  const { content } = state.filters
  const { readAll } = useNoticeActs()
  const notices = useQuery({
    queryKey: ['notice', 'list', page, content],
    queryFn: () => client.getNoticeList({ page, limit: NOTICES_ON_A_PAGE, content }),
    placeholderData: keepPreviousData,
  })
  const isEmpty = notices.data?.total === 0
  const act = (notices.data?.unread ?? 0) > 0 && (
    <Button
      variant="default"
      leftSection={<IconChecks size={16} aria-hidden />}
      loading={readAll.isPending}
      onClick={() => readAll.mutate(undefined)}
    >
      {t('notice:readAll')}
    </Button>
  )
  return (
    <Page title={t('notice:title')} hint={t('notice:hint')} act={act}>
      <div className="list">
        {(!isEmpty || content) && (
          <DataListTools
            state={state}
            search={{ filter: 'content', label: t('notice:search') }}
            filters={null}
            total={notices.data?.total}
          />
        )}
        <ErrorNotice failure={notices.error} retry={() => notices.refetch()} />
        {notices.isPending && <Skeleton height={320} />}
        {isEmpty && (
          <EmptyList
            title={content ? t('common:list.noMatch') : t('notice:empty')}
            hint={content ? t('common:list.noMatchHint') : t('notice:emptyHint')}
          />
        )}
        {notices.data && !isEmpty && (
          <ul className="notice-list" aria-label={t('notice:title')} aria-busy={notices.isFetching}>
            {notices.data.items.map(notice => (
              <li key={notice.id}>
                <NoticeCard notice={notice} acts={<NoticeActs notice={notice} />} />
              </li>
            ))}
          </ul>
        )}
        {notices.data && <NoticePaging page={page} total={notices.data.total} goTo={state.goTo} />}
      </div>
    </Page>
  )
}

function NoticeActs({ notice }: { notice: Notice }) {
  const { t } = useTranslation(['notice', 'common'])
  const undoNotice = useUndoNotice()
  const wording = useWording()
  const { read, remove, restore } = useNoticeActs()
  const deleteIt = () =>
    remove.mutate(notice.id, {
      // [ERR-062, ERR-063]
      onSuccess: () => undoNotice({ message: t('deleted'), undo: () => restore.mutateAsync(notice.id) }),
      onError: failure => notifications.show({ color: 'red', title: t('notDeleted'), message: wording(failure) }),
    })
  return (
    <>
      {notice.is_read === 0 && (
        <Tooltip label={t('read')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('common:pair', { label: t('read'), value: notice.title })}
            onClick={() => read.mutate(notice.id)}
          >
            <IconMailOpened size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('delete')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('common:pair', { label: t('delete'), value: notice.title })}
          loading={remove.isPending}
          onClick={deleteIt}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
