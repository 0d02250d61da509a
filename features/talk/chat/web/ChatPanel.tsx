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

/** Messages held at most while the reader is at the end, so that a long pitch stays fast. */
const MOST_KEPT = 500
/** Messages drawn at least, and the step by which more are drawn when the reader scrolls back. */
const DRAWN = 60
/** Messages dropped at once, since each drop lays out all that follow. */
const TAKEN_AWAY = 30

interface Props {
  chat: Chat
  me: string | undefined
  firstNew: number | undefined
  /** The room takes messages. */
  open: boolean
  /** The reader may not write now. */
  muted: boolean
  /** For a private chat: the label of the input, and the text of an empty chat. */
  label?: string
  empty?: string
  mentions?: Mentionables | undefined
  /** What the reader may do with messages. */
  acts?: MessageActs | undefined
  /** Seconds between two messages of an attendee; 0: slow mode is off. */
  slow?: number
  /** Slow mode applies to the reader. */
  waits?: boolean
  /** Dictation for browsers without speech recognition. */
  dictation?: DictationMaker | undefined
}

/** [ROOM-003, ROOM-008] One chat: everyone's, or a private one. */
export function ChatPanel({ chat, me, firstNew, open, muted, label, empty, mentions, dictation, ...more }: Props) {
  const { acts, slow = 0, waits = false } = more
  const { t } = useTranslation('chat')
  // deferred, so that many messages after a lost connection do not delay the slide
  const current = useMemo(() => ({ messages: chat.messages, drafts: chat.drafts }), [chat.messages, chat.drafts])
  const { messages, drafts } = useDeferredValue(current)
  const [chosen, setAnswers] = useState<ChatMessage>()
  // the current copy, since the message may have been edited or deleted since
  const answers = chosen && (messages.findLast(message => message.id === chosen.id) ?? chosen)
  const wait = useSlow({ messages, drafts, me, slow: waits ? slow : 0 })
  const ref = useRef<HTMLElement>(null)
  const { from, atEnd, follows, onScroll, onFocus, toEnd } = useScroll(ref, messages, drafts, chat)
  const { dropOlder, send, resend, discard } = chat
  const tooMany = follows && messages.length > MOST_KEPT
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
 * Scrolls with new messages while the reader is at the end, loads older ones at the top, and never moves what the
 * reader reads or edits.
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
  // the first drawn message while the reader looks back; at the end the last ones are drawn
  const [back, setBack] = useState<number>()
  const loading = useRef(false)
  const last = lastFrom(messages)
  const from = follows || back === undefined ? last : firstFrom(messages, back)
  const before = useRef({ first: messages[from]?.id, height: 0 })
  const toEnd = useCallback(() => {
    ref.current?.scrollTo({ top: ref.current.scrollHeight })
    setAtEnd(true)
  }, [ref])
  /** Runs after the content has grown or shrunk. */
  const stay = useCallback(() => {
    const box = ref.current
    if (!box) return
    const isEdited = hasEdit(box)
    setEdits(isEdited)
    if (!isEdited && atEnd) box.scrollTop = box.scrollHeight
    // new messages below an edit are announced by the button that leads to them
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
    // a draft that fails, or a font that loads, changes the height only
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
    // a page of history that fails is loaded again by the next scroll
    await loadOlder().catch(() => {})
    setBack(0)
    loading.current = false
  }
  /** The edited message stays drawn, whatever is written meanwhile. */
  function onFocus() {
    if (!ref.current || !hasEdit(ref.current)) return
    if (follows) setBack(messages[from]?.id)
    setEdits(true)
  }
  return { from, atEnd, follows, onScroll, onFocus, toEnd }
}

const isNearEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < 40

/** Whether the reader is editing in the list. */
const hasEdit = (box: HTMLElement): boolean =>
  document.activeElement !== null &&
  box.contains(document.activeElement) &&
  document.activeElement.closest('.chat-edit') !== null

/** The first message drawn at the end. It stays for a while, so that drops before it do not move the list. */
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
