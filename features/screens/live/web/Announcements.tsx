import { type ComponentProps, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewState } from '#features/room/room/web/viewState.ts'
import { SpokenChat } from '#features/talk/chat/web/SpokenChat.tsx'
import { keepFocus } from '#web/light/keepFocus.ts'
import { RoomNews } from './news/RoomNews.tsx'

interface Props extends ComponentProps<typeof RoomNews> {
  view: ViewState
  page: number
  total: number
}

/** What a screen reader tells while nobody looks: the page, a new message, how the pitch stands. And what nobody should miss. */
export function Announcements({ view, page, total, ...room }: Props) {
  const { t } = useTranslation('room')
  useEffect(() => keepFocus(), [])
  return (
    <>
      <div className="unseen">
        <p aria-live="polite">{total > 0 && t('slide.alt', { page, total })}</p>
        <p aria-live="polite">{t(`view.${view}`, { presenter: room.info.presenter_name })}</p>
        <SpokenChat me={room.now.me?.id} connection={room.connection} />
      </div>
      <RoomNews {...room} />
    </>
  )
}
