import './notice.css'
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { writeNoticeTime } from '#contract/times.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import type { Notice } from '#features/notify/notice/contract.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { useWording } from '#web/ui/wording.ts'
import { useNoticeActs } from './noticeQueries.ts'

interface Props {
  notice: Notice
  /** After it led somewhere. */
  onLeave?: () => void
  /** Further acts, at its right. */
  acts?: ReactNode
}

/** One notice: what happened, who did it, when, and what to do about it. Doing that reads it. */
export function NoticeCard({ notice, onLeave, acts }: Props) {
  const { t, i18n } = useTranslation(['notice', 'common'])
  const { timezone } = usePerson()
  const navigate = useNavigate()
  const wording = useWording()
  const { read, confirmEmail } = useNoticeActs()
  const isNew = notice.is_read === 0

  async function run() {
    if (isNew) read.mutate(notice.id)
    if (notice.action === 'open') {
      onLeave?.()
      await navigate(notice.link)
    } else if (notice.action === 'confirmEmail') {
      confirmEmail.mutate(undefined, {
        // [ERR-060, ERR-061]
        onSuccess: () => doneNotice(t('emailSent')),
        onError: failure => notifications.show({ color: 'red', title: t('emailNotSent'), message: wording(failure) }),
      })
    }
  }

  return (
    <article className="notice" data-new={isNew || undefined}>
      {notice.op_name ? (
        <PersonAvatar person={nameOf(notice)} size={32} />
      ) : (
        <span className="notice-mark" aria-hidden />
      )}
      <div className="notice-words">
        <Text fw={isNew ? 600 : 500}>
          {isNew && <span className="unseen">{t('common:pair', { label: t('new'), value: '' })}</span>}
          {notice.title}
        </Text>
        <Text c="dimmed">{notice.content}</Text>
        <Text size="xs" c="dimmed" className="tabular">
          {notice.op_name && `${notice.op_name} · `}
          <time dateTime={notice.update_time}>{writeNoticeTime(notice.update_time, i18n.language, timezone)}</time>
        </Text>
        {notice.button_text && (
          <Button
            className="notice-act"
            size="xs"
            variant="light"
            loading={confirmEmail.isPending}
            onClick={run}
            aria-label={t('common:pair', { label: notice.button_text, value: notice.title })}
          >
            {notice.button_text}
          </Button>
        )}
      </div>
      {acts && <div className="notice-acts">{acts}</div>}
    </article>
  )
}

function nameOf({ op_name, op_head_image }: Notice) {
  const [firstname = '', ...rest] = op_name.split(' ')
  return { firstname, lastname: rest.at(-1) ?? '', head_image: op_head_image }
}
