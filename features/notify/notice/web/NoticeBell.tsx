import { ActionIcon, Anchor, Button, Popover, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { NoticeCard } from './NoticeCard.tsx'
import { useNewestNotices, useNoticeActs } from './noticeQueries.ts'
import './notice.css'

/** What a badge has room for. */
export const badge = (unread: number): string => (unread > 99 ? '99+' : String(unread))

/** [SHELL-004, ENT-050] The bell in the top bar: how many notices are unread, and the newest. */
export function NoticeBell() {
  const { t } = useTranslation('notice')
  const [opened, { toggle, close }] = useDisclosure()
  const newest = useNewestNotices()
  const { readAll } = useNoticeActs()
  const unread = newest.data?.unread ?? 0
  const label = unread > 0 ? t('bellUnread', { count: unread }) : t('bell')
  return (
    <Popover opened={opened} onChange={close} position="bottom-end" width={380} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('bell')}>
          <ActionIcon variant="subtle" color="gray" size="lg" className="bell" aria-label={label} onClick={toggle}>
            <IconBell size={20} aria-hidden />
            {unread > 0 && (
              <span className="bell-count" aria-hidden>
                {badge(unread)}
              </span>
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('title')}>
        <div className="bell-head">
          <Title order={2} size="h3">
            {t('title')}
          </Title>
          {unread > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={readAll.isPending}
              onClick={() => readAll.mutate(undefined)}
            >
              {t('readAll')}
            </Button>
          )}
        </div>
        <div className="bell-body">
          {newest.isPending && <Skeleton height={120} />}
          {newest.isError && !newest.data && <ErrorNotice failure={newest.error} retry={() => newest.refetch()} />}
          {newest.data?.total === 0 && (
            <Text c="dimmed" className="bell-empty">
              {t('empty')}
            </Text>
          )}
          <ul className="notice-list-plain">
            {newest.data?.items.slice(0, 5).map(notice => (
              <li key={notice.id}>
                <NoticeCard notice={notice} onLeave={close} />
              </li>
            ))}
          </ul>
        </div>
        <div className="bell-foot">
          <Anchor component={Link} to="/tip/alter" onClick={close}>
            {t('all')}
          </Anchor>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
