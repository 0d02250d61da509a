import { IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/chat/events.ts'
import { MESSAGE_LENGTH } from '#features/chat/rules.ts'
import { Button } from '#features/room/web/pieces/Button.tsx'
import { MessageList } from './MessageList.tsx'
import { composed, enterDoes } from './messages.ts'
import type { Chat } from './useChat.ts'
import './chat.css'

interface Props {
  chat: Chat
  me: string | undefined
  firstNew: number | undefined
  /** The room takes messages. */
  open: boolean
}

/** [ROOM-003, ROOM-008] The group chat. */
export function ChatPanel({ chat, me, firstNew, open }: Props) {
  const { t } = useTranslation('chat')
  const { messages, drafts } = chat
  const ref = useRef<HTMLElement>(null)
  const { atEnd, onScroll, toEnd } = useScroll(ref, messages, drafts.length, chat)
  return (
    <div className="chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section ref={ref} className="chat-scroll" onScroll={onScroll} tabIndex={0} aria-label={t('messages')}>
        {messages.length === 0 && drafts.length === 0 ? (
          <p className="chat-empty">{t('empty')}</p>
        ) : (
          <MessageList chat={chat} me={me} firstNew={firstNew} />
        )}
      </section>
      {!atEnd && (
        <Button className="chat-to-end" onClick={toEnd}>
          {t('toEnd')}
        </Button>
      )}
      {open ? <Composer onSend={chat.send} /> : <p className="chat-closed">{t('closed')}</p>}
    </div>
  )
}

/** [RULE-100, RULE-101, RULE-102, ROOM-010] Where people write. */
function Composer({ onSend }: { onSend: (content: string) => void }) {
  const { t } = useTranslation('chat')
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  function send() {
    const content = composed(typed)
    if (content) onSend(content)
    setTyped('')
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const does = enterDoes({ ...keys(event), isComposing: event.nativeEvent.isComposing })
    if (!does) return
    event.preventDefault()
    if (does === 'send') return send()
    const { selectionStart, selectionEnd } = event.currentTarget
    setTyped(`${typed.slice(0, selectionStart)}\n${typed.slice(selectionEnd)}`)
    requestAnimationFrame(() => input.current?.setSelectionRange(selectionStart + 1, selectionStart + 1))
  }
  return (
    <form
      className="chat-composer"
      onSubmit={event => {
        event.preventDefault()
        send()
        input.current?.focus()
      }}
    >
      <textarea
        ref={input}
        className="piece-input"
        aria-label={t('write')}
        placeholder={t('write')}
        maxLength={MESSAGE_LENGTH}
        rows={Math.min(5, typed.split('\n').length)}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={press}
      />
      <button type="submit" className="piece-icon-button chat-send" aria-label={t('send')} disabled={!composed(typed)}>
        <IconSend2 size={20} aria-hidden />
      </button>
      <p className="unseen">{t('keys')}</p>
    </form>
  )
}

const keys = ({ key, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent) => ({
  key,
  ctrlKey,
  shiftKey,
  altKey,
  metaKey,
})

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
