import { useTranslation } from 'react-i18next'
import { messageTypes } from '#features/chat/rules.ts'
import { textOf } from '#features/chat/web/messages.ts'
import type { Chat } from '#features/chat/web/useChat.ts'
import type { ViewState } from './viewState.ts'

interface Props {
  view: ViewState
  page: number
  total: number
  chat: Chat
  me: string | undefined
  presenter: string
}

/** What a screen reader tells while nobody looks: the page, a new message, how the pitch stands. */
export function Announcements({ view, page, total, chat, me, presenter }: Props) {
  const { t } = useTranslation(['room', 'chat'])
  const last = chat.messages.at(-1)
  const said = last && last.fromuserid !== me && last.msg_type === messageTypes.normal ? last : undefined
  return (
    <div className="unseen">
      <p aria-live="polite">{total > 0 && t('room:slide.alt', { page, total })}</p>
      <p aria-live="polite">{t(`room:view.${view}`, { presenter })}</p>
      <p aria-live="polite">{said && t('chat:announce', { name: said.name, text: textOf(said) })}</p>
    </div>
  )
}
