import { IconClockPause } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { Button } from '#web/light/Button.tsx'
import { ForwardBar } from './acts/ForwardBar.tsx'
import type { MessageActs } from './acts/useMessageActs.ts'
import { useSlow } from './acts/useSlow.ts'
import { Composer, type Mentionables } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import type { Draft } from './messages.ts'
import type { DictationMaker } from './mic/useDictation.ts'
import type { Chat } from './useChat.ts'
import './chat.css'

/** Messages that are held at most while nobody looks back: a room of eight hours is as quick as at its start. */
const MOST_HELD = 500
/** Those that are drawn then at least, and as many more whenever somebody looks further back. */
const DRAWN = 60
/** So many are taken away at once: each time all that stand below them have to be placed anew. */
const TAKEN_AWAY = 30

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
  // many at once, after a lost connection, are drawn when all else stands: the slide does not wait for them
  const held = useMemo(() => ({ messages: chat.messages, drafts: chat.drafts }), [chat.messages, chat.drafts])
  const { messages, drafts } = useDeferredValue(held)
  const [chosen, setAnswers] = useState<ChatMessage>()
  // as it is now: it may have been changed or deleted since
  const answers = chosen && (messages.findLast(message => message.id === chosen.id) ?? chosen)
  const wait = useSlow({ messages, drafts, me, slow: waits ? slow : 0 })
  const ref = useRef<HTMLElement>(null)
  const { from, atEnd, follows, onScroll, onFocus, toEnd } = useScroll(ref, messages, drafts, chat)
  const { dropOlder, send, resend, discard } = chat
  const tooMany = follows && messages.length > MOST_HELD
  useEffect(() => {
    if (tooMany) dropOlder()
  }, [tooMany, dropOlder])
  const write = useCallback(
    (...message: Parameters<Chat['send']>) => {
      send(...message)
      toEnd()
    },
    [send, toEnd],
  )
  const answerNone = useCallback(() => setAnswers(undefined), [])
  const note = useMemo(() => <SlowNote slow={slow} wait={wait} applies={waits} />, [slow, wait, waits])
  return (
    <div className="chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section ref={ref} className="chat-scroll" {...{ onScroll, onFocus }} tabIndex={0} aria-label={t('messages')}>
        <div>
          {messages.length === 0 && drafts.length === 0 ? (
            <p className="chat-empty">{empty ?? t('empty')}</p>
          ) : (
            <MessageList
              {...{ messages, drafts, from, resend, discard, me, firstNew, acts }}
              onAnswer={open && !muted ? setAnswers : undefined}
            />
          )}
        </div>
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
            onSend={write}
            answers={answers}
            onNoAnswer={answerNone}
            muted={muted}
            label={label ?? t('write')}
          >
            {note}
          </Composer>
        ) : (
          <p className="chat-closed">{t('closed')}</p>
        )}
      </div>
    </div>
  )
}

/**
 * Stays at the end while one is there, whatever grows, brings older messages at the top, and never moves what is being
 * read, nor what is being edited.
 */
function useScroll(
  ref: React.RefObject<HTMLElement | null>,
  messages: readonly ChatMessage[],
  drafts: readonly Draft[],
  { more, loadOlder }: Chat,
) {
  const [atEnd, setAtEnd] = useState(true)
  const [edits, setEdits] = useState(false)
  const follows = atEnd && !edits
  // the message from which on they are drawn while somebody looks back; at the end these are the last ones
  const [back, setBack] = useState<number>()
  const loading = useRef(false)
  const last = lastFrom(messages)
  const from = follows || back === undefined ? last : firstFrom(messages, back)
  const before = useRef({ first: messages[from]?.id, height: 0 })
  const toEnd = useCallback(() => {
    ref.current?.scrollTo({ top: ref.current.scrollHeight })
    setAtEnd(true)
  }, [ref])
  /** After something has grown or shrunk. */
  const stay = useCallback(() => {
    const box = ref.current
    if (!box) return
    const isEdited = hasEdit(box)
    setEdits(isEdited)
    if (!isEdited && atEnd) box.scrollTop = box.scrollHeight
    // what comes below an edit is told by the button that leads there
    else if (isEdited) setAtEnd(isNearEnd(box))
  }, [atEnd, ref])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every message and every draft changes the height
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const first = messages[from]?.id
    if (!follows && first !== before.current.first) box.scrollTop += box.scrollHeight - before.current.height
    stay()
    before.current = { first, height: box.scrollHeight }
  }, [messages, drafts, from])
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const observer = new ResizeObserver(stay)
    // a draft that fails, or a font that comes, changes only what is in it
    for (const one of [box, ...box.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [ref, stay])
  async function onScroll() {
    const box = ref.current
    if (!box) return
    const isAtEnd = isNearEnd(box)
    if (follows && !isAtEnd) setBack(messages[from]?.id)
    setAtEnd(isAtEnd)
    if (box.scrollTop > 80 || loading.current) return
    if (from > 0) return setBack(messages[Math.max(0, from - DRAWN)]?.id)
    if (!more) return
    loading.current = true
    // a history that does not come now comes with the next scroll
    await loadOlder().catch(() => {})
    setBack(0)
    loading.current = false
  }
  /** What is edited stays drawn, however much is said meanwhile. */
  function onFocus() {
    if (!ref.current || !hasEdit(ref.current)) return
    if (follows) setBack(messages[from]?.id)
    setEdits(true)
  }
  return { from, atEnd, follows, onScroll, onFocus, toEnd }
}

const isNearEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < 40

/** Whether somebody is writing in the list itself. */
const hasEdit = (box: HTMLElement): boolean =>
  document.activeElement !== null &&
  box.contains(document.activeElement) &&
  document.activeElement.closest('.chat-edit') !== null

/** Where those begin that are drawn at the end: it stays where it is for a while, whatever is let go of before it. */
const lastFrom = (messages: readonly ChatMessage[]): number => {
  const most = messages.length - DRAWN
  return most <= 0 ? 0 : most - (most % TAKEN_AWAY)
}

const firstFrom = (messages: readonly ChatMessage[], id: number): number =>
  Math.max(
    0,
    messages.findIndex(message => message.id >= id),
  )

/** The pause of slow mode, and how long it still lasts for the reader. */
function SlowNote({ slow, wait, applies }: { slow: number; wait: number; applies: boolean }) {
  const { t } = useTranslation('acts')
  if (slow === 0) return null
  return (
    <p className="chat-slow">
      <IconClockPause size={16} aria-hidden />
      <span className="tabular" role="timer">
        {wait > 0 ? t('slowWait', { count: wait }) : t(applies ? 'slowOn' : 'slowFor', { count: slow })}
      </span>
    </p>
  )
}
