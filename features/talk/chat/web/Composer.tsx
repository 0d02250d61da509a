import { IconMessageOff, IconX } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import { MESSAGE_LENGTH } from '#features/talk/chat/rules.ts'
import { laterPart } from '#web/light/laterPart.tsx'
import { partFailed } from '#web/light/PartFailed.tsx'
import { isComposing } from '#web/ui/inputMethod.ts'
import { ComposerTools } from './ComposerTools.tsx'
import { MentionPicker } from './mention/MentionPicker.tsx'
import type { Mentionable, MentionSource } from './mention/people.ts'
import { loadFuse } from './mention/useFound.ts'
import { MicState } from './mic/Mic.tsx'
import type { DictationMaker } from './mic/useDictation.ts'
import { useSpokenWriting } from './mic/useSpokenWriting.ts'
import { Preview } from './Preview.tsx'
import { atTyped, useWriting } from './useWriting.ts'
import { composed, enterDoes } from './wording.ts'
import './composer.css'

const EmojiPicker = laterPart(async () => (await import('./EmojiPicker.tsx')).EmojiPicker, { failed: partFailed })

/** Who can be mentioned in a chat, and what each is called there. */
export interface Mentionables {
  readonly source: MentionSource
  readonly me: string | undefined
  readonly nameOf: (person: Mentionable) => string
}

interface Props {
  /** Which chat it is, so that what is half written stays with it. */
  chat: string | undefined
  onSend: (content: string, father?: number, mentioned?: readonly Mentioned[]) => void
  /** The message that is answered, and how to answer none. */
  answers: ChatMessage | undefined
  onNoAnswer: () => void
  /** [PERM-055] Nothing can be written, and why is said; what was typed stays until one may write again. */
  muted: boolean
  /** Nothing goes at the moment, though one may write: the note above the input says for how long. */
  blocked?: boolean
  /** What the input is called. */
  label: string
  mentions?: Mentionables | undefined
  /** How speech is written down where the browser does not do it. */
  dictation?: DictationMaker | undefined
  /** What else stands above the input. */
  children?: ReactNode
}

/** [RULE-100 to RULE-103, ROOM-008 to ROOM-010] Where people write. What others write does not draw it anew. */
export const Composer = memo(function Composer({
  chat,
  onSend,
  answers,
  onNoAnswer,
  muted,
  blocked = false,
  label,
  mentions,
  dictation,
  children,
}: Props) {
  const { t } = useTranslation('chat')
  const input = useRef<HTMLTextAreaElement>(null)
  const writing = useWriting(chat, input)
  const { text, mentioned, set, insert, clear } = writing
  /** Where the @ stands behind which somebody is looked for. */
  const [at, setAt] = useState<number>()
  const [smiles, setSmiles] = useState(false)
  const whyId = useId()
  const mic = useSpokenWriting(writing, input, { allowed: !muted, otherwise: dictation })
  const content = composed(text)
  const answered = answers?.id
  useEffect(() => {
    // not again when that message is changed
    if (answered !== undefined) input.current?.focus()
  }, [answered])
  useEffect(() => {
    if (!muted) return
    setAt(undefined)
    setSmiles(false)
  }, [muted])

  function send() {
    if (blocked) return
    mic?.drop()
    if (content) onSend(content, answers?.id, mentioned.length > 0 ? mentioned : undefined)
    onNoAnswer()
    clear()
  }
  function type({ target }: ChangeEvent<HTMLTextAreaElement>) {
    mic?.stop()
    set(target.value)
    if (mentions) setAt(atTyped(text, target.value, target.selectionStart))
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && mic?.state === 'listening') {
      event.preventDefault()
      return mic.stop()
    }
    const does = enterDoes(event)
    if (!does) return
    event.preventDefault()
    if (does === 'break') insert('\n')
    else if (content) send()
    else mic?.toggle()
  }
  function mentionSomebody() {
    mic?.stop()
    const start = input.current?.selectionStart ?? text.length
    insert('@', { range: { start, end: input.current?.selectionEnd ?? start }, elsewhere: true })
    setAt(start)
  }
  const range = at === undefined ? undefined : { start: at, end: at + 1 }
  return (
    <form
      className="chat-composer"
      onSubmit={event => {
        event.preventDefault()
        send()
        input.current?.focus()
      }}
      // what the picker needs comes while the first word is written
      onFocus={() => mentions && loadFuse().catch(() => {})}
    >
      <p className="chat-muted" id={whyId} role="status">
        {muted && (
          <>
            <IconMessageOff size={16} aria-hidden />
            {t('muted')}
          </>
        )}
      </p>
      {children}
      {answers && <Answering message={answers} onStop={onNoAnswer} />}
      {mic && <MicState mic={mic} />}
      {mentions && range && (
        <MentionPicker
          {...mentions}
          onPick={person => {
            insert(`@${person.name} `, { range, person })
            setAt(undefined)
          }}
          onDismiss={(typed, elsewhere) => {
            insert(typed === undefined ? '' : (text[range.start] ?? '@') + typed, { range, elsewhere })
            setAt(undefined)
          }}
        />
      )}
      {smiles && (
        <EmojiPicker
          onPick={emoji => {
            setSmiles(false)
            mic?.stop()
            insert(emoji)
          }}
          onClose={() => {
            setSmiles(false)
            input.current?.focus()
          }}
        />
      )}
      <div className="chat-box">
        <textarea
          ref={input}
          className="piece-input"
          aria-label={label}
          placeholder={label}
          maxLength={MESSAGE_LENGTH}
          rows={Math.min(5, text.split('\n').length)}
          value={text}
          onChange={type}
          onKeyDown={press}
          disabled={muted}
          aria-describedby={muted ? whyId : undefined}
        />
        <ComposerTools
          disabled={muted}
          maySend={!muted && !blocked && content !== ''}
          smiles={smiles}
          onSmiles={() => setSmiles(!smiles)}
          mentions={mentions && range !== undefined}
          onMention={mentionSomebody}
          mic={mic}
          describedBy={muted ? whyId : undefined}
        />
      </div>
      <p className="unseen">{t('keys')}</p>
    </form>
  )
})

/** The message that is answered. */
function Answering({ message, onStop }: { message: ChatMessage; onStop: () => void }) {
  const { t } = useTranslation('chat')
  return (
    <p className="chat-answers">
      <span>
        <b>{t('answer.to', { name: message.name })}</b> <Preview message={message} />
      </span>
      <button type="button" className="piece-icon-button" aria-label={t('answer.stop')} onClick={onStop}>
        <IconX size={16} aria-hidden />
      </button>
    </p>
  )
}
