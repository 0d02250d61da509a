import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/chat/events.ts'
import { plainOf } from '#features/chat/markup.ts'
import { messageTypes } from '#features/chat/rules.ts'
import { useShownName } from '#features/guest/web/useShownName.ts'
import type { RoomConnection } from '#features/room/web/roomConnection.ts'
import { usePartWord } from './usePartWord.ts'
import { textOf } from './wording.ts'

interface Props {
  messages: readonly ChatMessage[]
  me: string | undefined
  connection: Pick<RoomConnection, 'onSignal'>
}

/** What a screen reader tells of the chats while nobody looks: who says what, in private too, and to whom it matters. */
export function SpokenChat({ messages, me, connection }: Props) {
  const { t } = useTranslation('chat')
  const shownName = useShownName()
  const partWord = usePartWord()
  const [inPrivate, setInPrivate] = useState<ChatMessage>()
  useEffect(
    () =>
      connection.onSignal(({ type, payload }) => {
        if (type === 'chatMessage') setInPrivate((payload as { message: ChatMessage }).message)
      }),
    [connection],
  )
  const words = (message: ChatMessage | undefined, plain: 'announce' | 'announcePrivate') => {
    if (!message || message.fromuserid === me || message.msg_type === messageTypes.system || message.deleted) return ''
    const text = plainOf(textOf(message), message.notification_members)
    const called = [shownName(message.name), message.part && partWord(message.part)].filter(Boolean).join(', ')
    return t(isMentioned(message, me) ? 'announceMention' : plain, { name: called, text })
  }
  return (
    <>
      <p aria-live="polite">{words(messages.at(-1), 'announce')}</p>
      <p aria-live="polite">{words(inPrivate, 'announcePrivate')}</p>
    </>
  )
}

const isMentioned = ({ notification_members }: ChatMessage, me: string | undefined): boolean =>
  notification_members?.some(({ id }) => id === me) ?? false
