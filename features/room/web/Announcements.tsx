import { useTranslation } from 'react-i18next'
import { SpokenChat } from '#features/chat/web/SpokenChat.tsx'
import type { Chat } from '#features/chat/web/useChat.ts'
import type { RoomConnection } from './roomConnection.ts'
import type { ViewState } from './viewState.ts'

interface Props {
  view: ViewState
  page: number
  total: number
  chat: Chat
  me: string | undefined
  presenter: string
  connection: RoomConnection
}

/** What a screen reader tells while nobody looks: the page, a new message, how the pitch stands. */
export function Announcements({ view, page, total, chat, me, presenter, connection }: Props) {
  const { t } = useTranslation('room')
  return (
    <div className="unseen">
      <p aria-live="polite">{total > 0 && t('slide.alt', { page, total })}</p>
      <p aria-live="polite">{t(`view.${view}`, { presenter })}</p>
      <SpokenChat messages={chat.messages} me={me} connection={connection} />
    </div>
  )
}
