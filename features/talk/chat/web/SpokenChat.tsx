import { memo, useEffect, useState } from 'react'
import { messageTypes } from '#features/room/room/rules.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { plainOf } from '#features/talk/chat/markup.ts'
import { type ChatWords, useChatWords } from './chatWords.ts'
import { useTalkNow } from './talk.tsx'
import { textOf } from './wording.ts'

/** Messages announced at once; a listener would not follow more. */
const AT_ONCE = 5

interface Props {
  me: string | undefined
  connection: Pick<RoomConnection, 'onSignal'>
}

/** Announces new messages to screen readers while the chat is closed, private ones and mentions included. */
export function SpokenChat({ me, connection }: Props) {
  const { messages, loads } = useTalkNow().chat
  const words = useChatWords()
  const [arrival, setArrival] = useState<number>()
  const [inPrivate, setInPrivate] = useState<readonly ChatMessage[]>([])
  if (arrival === undefined && loads !== undefined) setArrival(messages.at(-1)?.id ?? 0)
  useEffect(
    () =>
      connection.onSignal(({ type, payload }) => {
        if (type !== 'chatMessage') return
        const { message } = payload as { message: ChatMessage }
        setInPrivate(known => [...known, message].slice(-AT_ONCE))
      }),
    [connection],
  )
  const heard = arrival === undefined ? [] : messages.slice(-AT_ONCE).filter(({ id }) => id > arrival)
  return (
    <>
      <div aria-live="polite">
        {heard.map(message => (
          <Spoken key={message.id} plain="announce" {...{ message, me, words }} />
        ))}
      </div>
      <div aria-live="polite">
        {inPrivate.map(message => (
          <Spoken key={message.id} plain="announcePrivate" {...{ message, me, words }} />
        ))}
      </div>
    </>
  )
}

interface SpokenProps {
  message: ChatMessage
  me: string | undefined
  plain: 'announce' | 'announcePrivate'
  words: ChatWords
}

/** One line per message: screen readers announce added lines, so simultaneous messages are not lost. */
const Spoken = memo(function Spoken({ message, me, plain, words }: SpokenProps) {
  const { t, shownName, partWord } = words
  if (message.fromuserid === me || message.msg_type === messageTypes.system || message.deleted) return null
  const text = plainOf(textOf(message), message.notification_members)
  const name = [shownName(message.name), message.part && partWord(message.part)].filter(Boolean).join(', ')
  return <p>{t(isMentioned(message, me) ? 'chat:announceMention' : `chat:${plain}`, { name, text })}</p>
})

const isMentioned = ({ notification_members }: ChatMessage, me: string | undefined): boolean =>
  notification_members?.some(({ id }) => id === me) ?? false
