import { IconMessageOff, IconSend2, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/chat/events.ts'
import { MESSAGE_LENGTH } from '#features/chat/rules.ts'
import { composed, enterDoes, textOf } from './messages.ts'

interface Props {
  onSend: (content: string, father?: number) => void
  /** The message that is answered, and how to answer none. */
  answers: ChatMessage | undefined
  onNoAnswer: () => void
  /** [PERM-055] Nothing can be written, and why is said; what was typed stays until one may write again. */
  muted: boolean
  /** What the input is called. */
  label: string
}

/** [RULE-100, RULE-101, RULE-102, ROOM-010] Where people write. */
export function Composer({ onSend, answers, onNoAnswer, muted, label }: Props) {
  const { t } = useTranslation('chat')
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  const whyId = useId()
  function send() {
    const content = composed(typed)
    if (content) onSend(content, answers?.id)
    onNoAnswer()
    setTyped('')
  }
  useEffect(() => {
    if (answers) input.current?.focus()
  }, [answers])
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
      <p className="chat-muted" id={whyId} role="status">
        {muted && (
          <>
            <IconMessageOff size={16} aria-hidden />
            {t('muted')}
          </>
        )}
      </p>
      {answers && (
        <p className="chat-answers">
          <span>
            <b>{t('answer.to', { name: answers.name })}</b> {textOf(answers)}
          </span>
          <button type="button" className="piece-icon-button" aria-label={t('answer.stop')} onClick={onNoAnswer}>
            <IconX size={16} aria-hidden />
          </button>
        </p>
      )}
      <textarea
        ref={input}
        className="piece-input"
        aria-label={label}
        placeholder={label}
        maxLength={MESSAGE_LENGTH}
        rows={Math.min(5, typed.split('\n').length)}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={press}
        disabled={muted}
        aria-describedby={muted ? whyId : undefined}
      />
      <button
        type="submit"
        className="piece-icon-button chat-send"
        aria-label={t('send')}
        disabled={muted || !composed(typed)}
      >
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
