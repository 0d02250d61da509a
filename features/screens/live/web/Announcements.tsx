import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SpokenRecording } from '#features/room/recording/web/SpokenRecording.tsx'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { SpokenChat } from '#features/talk/chat/web/SpokenChat.tsx'
import { keepFocus } from '#web/light/keepFocus.ts'
import { useLiveScreen } from './liveScreen.ts'
import { RoomNews } from './news/RoomNews.tsx'
import { useLabels } from './useLabels.ts'

/**
 * Announcements for screen readers: the page, new messages, the state of the pitch, and notes that a reader should not
 * miss.
 */
export function Announcements() {
  const { t } = useTranslation('room')
  const { info, now, connection } = useInRoom()
  const { view, slides } = useLiveScreen()
  const { total, look } = slides
  useEffect(() => keepFocus(), [])
  useLabels()
  return (
    <>
      <div className="unseen">
        <p aria-live="polite">{total > 0 && t('slide.alt', { page: look.shown, total })}</p>
        <p aria-live="polite">{t(`view.${view}`, { presenter: info.presenter_name })}</p>
        <SpokenRecording />
        <SpokenChat me={now.me?.id} connection={connection} />
      </div>
      <RoomNews />
    </>
  )
}
