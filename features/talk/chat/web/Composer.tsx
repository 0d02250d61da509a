import { IconMessageOff, IconX } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { useWriteHere } from '#features/room/room/web/writeHere.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import { MESSAGE_LENGTH } from '#features/talk/chat/rules.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { partFailed } from '#web/light/PartFailed.tsx'
import { isComposing } from '#web/ui/inputMethod.ts'
import { ComposerTools } from './ComposerTools.tsx'
import { Preview } from './MessageText.tsx'
import { MentionPicker } from './mention/MentionPicker.tsx'
import type { Mentionable, MentionSource } from './mention/people.ts'
import { loadFuse } from './mention/useFound.ts'
import { MicState } from './mic/Mic.tsx'
import type { DictationMaker } from './mic/useDictation.ts'
import { useSpokenWriting } from './mic/useSpokenWriting.ts'
import { atTyped, useWriting } from './useWriting.ts'
import { composed, enterDoes } from './wording.ts'
import './composer.css'

const EmojiPicker = lazyPart(async () => (await import('./EmojiPicker.tsx')).EmojiPicker, { failed: partFailed })

/** The people who can be mentioned in a chat, and their names there. */
export interface Mentionables {
  readonly source: MentionSource
  readonly me: string | undefined
  readonly nameOf: (person: Mentionable) => string
}

interface Props {
  /** The chat, whose unsent text is kept. */
  chat: string | undefined
  onSend: (content: string, father?: number, mentioned?: readonly Mentioned[]) => void
  /** The message that is answered, and how to stop answering it. */
  answers: ChatMessage | undefined
  onNoAnswer: () => void
  /** [PERM-055] Writing is disabled, with the reason; the text stays until the writer may write again. */
  muted: boolean
  /** Sending is disabled for a moment, for example by slow mode; the note above the input says for how long. */
  blocked?: boolean
  /** The name of the input. */
  label: string
  mentions?: Mentionables | undefined
  /** Dictation for browsers without speech recognition. */
  dictation?: DictationMaker | undefined
  /** More content above the input. */
  children?: ReactNode
}

/** The text of one chat as it is written: the keys of the input, the pickers beside it, and dictation. */
function useComposer({ chat, onSend, answers, onNoAnswer, muted, blocked = false, mentions, dictation }: Props) {
  const input = useRef<HTMLTextAreaElement>(null)
  const writing = useWriting(chat, input)
  useWriteHere(chat, input)
  const { text, mentioned, set, insert, clear } = writing
  /** The place of the @ behind which the writer looks for a person. */
  const [at, setAt] = useState<number>()
  const [showsEmojis, setShowsEmojis] = useState(false)
  const mic = useSpokenWriting(writing, input, { allowed: !muted, otherwise: dictation })
  const content = composed(text)
  const answeredId = answers?.id
  useEffect(() => {
    // by the id, so that a change of the answered message takes no focus
    if (answeredId !== undefined) input.current?.focus()
  }, [answeredId])
  useEffect(() => {
    if (!muted) return
    setAt(undefined)
    setShowsEmojis(false)
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
  function startMention() {
    mic?.stop()
    const start = input.current?.selectionStart ?? text.length
    insert('@', { range: { start, end: input.current?.selectionEnd ?? start }, elsewhere: true })
    setAt(start)
  }
  return {
    ...{ input, text, insert, mic, send, type, press, startMention, setAt, showsEmojis, setShowsEmojis },
    range: at === undefined ? undefined : { start: at, end: at + 1 },
    maySend: !muted && !blocked && content !== '',
  }
}

/** [RULE-100 to RULE-103, ROOM-008 to ROOM-010] The input of a chat. Messages of others do not re-render it. */
export const Composer = memo(function Composer(props: Props) {
  const { answers, onNoAnswer, muted, label, mentions, children } = props
  const { t } = useTranslation('chat')
  const composer = useComposer(props)
  const { input, text, mic, showsEmojis } = composer
  const whyId = useId()
  return (
    <form
      className="chat-composer"
      onSubmit={event => {
        event.preventDefault()
        composer.send()
        input.current?.focus()
      }}
      // the search of the picker is loaded while the first word is written
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
      {answers && <Answering message={answers} mine={answers.fromuserid === mentions?.me} onStop={onNoAnswer} />}
      {mic && <MicState mic={mic} />}
      <Pickers composer={composer} mentions={mentions} />
      <div className="chat-box">
        <textarea
          ref={input}
          className="piece-input"
          aria-label={label}
          placeholder={label}
          maxLength={MESSAGE_LENGTH}
          rows={Math.min(5, text.split('\n').length)}
          value={text}
          onChange={composer.type}
          onKeyDown={composer.press}
          disabled={muted}
          aria-describedby={muted ? whyId : undefined}
        />
        <ComposerTools
          disabled={muted}
          maySend={composer.maySend}
          smiles={showsEmojis}
          onSmiles={() => composer.setShowsEmojis(!showsEmojis)}
          mentions={mentions && composer.range !== undefined}
          onMention={composer.startMention}
          mic={mic}
          describedBy={muted ? whyId : undefined}
        />
      </div>
      <p className="unseen">{t('keys')}</p>
    </form>
  )
})

interface PickersProps {
  composer: ReturnType<typeof useComposer>
  mentions: Mentionables | undefined
}

/** The open picker, of people behind an @ or of emojis. */
function Pickers({ composer, mentions }: PickersProps) {
  const { input, text, insert, mic, range, setAt, showsEmojis, setShowsEmojis } = composer
  return (
    <>
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
      {showsEmojis && (
        <EmojiPicker
          onPick={emoji => {
            setShowsEmojis(false)
            mic?.stop()
            insert(emoji)
          }}
          onClose={() => {
            setShowsEmojis(false)
            input.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** The message that is answered. */
function Answering({ message, mine, onStop }: { message: ChatMessage; mine: boolean; onStop: () => void }) {
  const { t } = useTranslation('chat')
  const shownName = useShownName()
  return (
    <p className="chat-answers">
      <span>
        <b>{mine ? t('answer.toOwn') : t('answer.to', { name: shownName(message.name) })}</b>{' '}
        <Preview message={message} />
      </span>
      <button type="button" className="piece-icon-button" aria-label={t('answer.stop')} onClick={onStop}>
        <IconX size={16} aria-hidden />
      </button>
    </p>
  )
}
