import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/chat/events.ts'
import { Button } from '#features/room/web/pieces/Button.tsx'
import { ForwardBar } from './acts/ForwardBar.tsx'
import { SlowNote } from './acts/SlowNote.tsx'
import type { MessageActs } from './acts/useMessageActs.ts'
import { useSlow } from './acts/useSlow.ts'
import { Composer, type Mentionables } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import type { DictationMaker } from './mic/useDictation.ts'
import type { Chat } from './useChat.ts'
import './chat.css'

/** Messages that are drawn at most while nobody looks back: a room of eight hours is as quick as at its start. */
const MOST_IN_SIGHT = 500

interface Props {
  chat: Chat
  me: string | undefined
  firstNew: number | undefined
  /** The room takes messages. */
  open: boolean
  /** The reader may not write at the moment. */
  muted: boolean
  /** What the input is for, and what stands where nothing has been said: of a private chat. */
  label?: string
  empty?: string
  mentions?: Mentionables | undefined
  /** What the reader may do with messages. */
  acts?: MessageActs | undefined
  /** Seconds that those who attend wait between two messages; 0: they need not. */
  slow?: number
  /** The reader is one of them. */
  waits?: boolean
  /** Voice to text where the browser has none. */
  dictation?: DictationMaker | undefined
}

/** [ROOM-003, ROOM-008] One chat: everybody's, or a private one. */
export function ChatPanel({ chat, me, firstNew, open, muted, label, empty, mentions, dictation, ...more }: Props) {
  const { acts, slow = 0, waits = false } = more
  const { t } = useTranslation('chat')
  const { messages, drafts } = chat
  const [answers, setAnswers] = useState<ChatMessage>()
  const wait = useSlow({ messages, drafts, me, slow: waits ? slow : 0 })
  const ref = useRef<HTMLElement>(null)
  const { atEnd, onScroll, toEnd } = useScroll(ref, messages, drafts.length, chat)
  const { letGo } = chat
  const tooMany = atEnd && messages.length > MOST_IN_SIGHT
  useEffect(() => {
    if (tooMany) letGo()
  }, [tooMany, letGo])
  return (
    <div className="chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section ref={ref} className="chat-scroll" onScroll={onScroll} tabIndex={0} aria-label={t('messages')}>
        {messages.length === 0 && drafts.length === 0 ? (
          <p className="chat-empty">{empty ?? t('empty')}</p>
        ) : (
          <MessageList {...{ chat, me, firstNew, acts }} onAnswer={open && !muted ? setAnswers : undefined} />
        )}
      </section>
      <div className="chat-below">
        {!atEnd && (
          <Button className="chat-to-end" onClick={toEnd}>
            {t('toEnd')}
          </Button>
        )}
        {acts?.forwarding && !acts.forwarding.isHost && <ForwardBar forwarding={acts.forwarding} />}
        {open ? (
          <Composer
            blocked={wait > 0}
            chat={chat.group}
            mentions={mentions}
            dictation={dictation}
            onSend={(...message) => {
              chat.send(...message)
              toEnd()
            }}
            answers={answers}
            onNoAnswer={() => setAnswers(undefined)}
            muted={muted}
            label={label ?? t('write')}
          >
            <SlowNote slow={slow} wait={wait} applies={waits} />
          </Composer>
        ) : (
          <p className="chat-closed">{t('closed')}</p>
        )}
      </div>
    </div>
  )
}

/** Stays at the end while one is there, brings older messages at the top, and never moves what is being read. */
function useScroll(
  ref: React.RefObject<HTMLElement | null>,
  messages: readonly ChatMessage[],
  drafts: number,
  { more, loadOlder }: Chat,
) {
  const [atEnd, setAtEnd] = useState(true)
  const loading = useRef(false)
  const before = useRef({ first: messages[0]?.id, height: 0 })
  const toEnd = () => {
    ref.current?.scrollTo({ top: ref.current.scrollHeight })
    setAtEnd(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: every message and every draft changes the height
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const first = messages[0]?.id
    if (atEnd) box.scrollTop = box.scrollHeight
    else if (first !== before.current.first) box.scrollTop += box.scrollHeight - before.current.height
    before.current = { first, height: box.scrollHeight }
  }, [messages, drafts])
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const stay = new ResizeObserver(() => {
      if (atEnd) box.scrollTop = box.scrollHeight
    })
    stay.observe(box)
    return () => stay.disconnect()
  }, [atEnd, ref])
  async function onScroll() {
    const box = ref.current
    if (!box) return
    setAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < 40)
    if (box.scrollTop > 80 || !more || loading.current) return
    loading.current = true
    // a history that does not come now comes with the next scroll
    await loadOlder().catch(() => {})
    loading.current = false
  }
  return { atEnd, onScroll, toEnd }
}
