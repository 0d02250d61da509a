import { IconAlertCircle, IconArrowBackUp, IconClipboardCheck } from '@tabler/icons-react'
import { Fragment, memo, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { plainOf } from '#features/talk/chat/markup.ts'
import type { SystemMessage } from '#features/talk/chat/rules.ts'
import { systemMessages } from '#features/talk/chat/rules.ts'
import { useWording } from '#web/ui/wording.ts'
import { EditBox } from './acts/EditBox.tsx'
import { MessageTools } from './acts/MessageTools.tsx'
import type { Forwarding, MessageActs } from './acts/useMessageActs.ts'
import { type ChatWords, useChatWords } from './chatWords.ts'
import { MessageText, Preview } from './MessageText.tsx'
import { useOnDesk } from './onDesk.ts'
import './acts.css'
import type { Draft } from './messages.ts'
import type { Chat } from './useChat.ts'
import { chatTime, dayAbove, repeatsSender, textOf } from './wording.ts'

/** The messages in their order, then the drafts that the server has not acknowledged. */
export const MessageList = memo(function MessageList({
  messages,
  drafts,
  from,
  resend,
  discard,
  me,
  firstNew,
  onAnswer,
  acts,
}: {
  messages: readonly ChatMessage[]
  drafts: readonly Draft[]
  /** The index of the first message drawn. */
  from: number
  resend: Chat['resend']
  discard: Chat['discard']
  me: string | undefined
  firstNew: number | undefined
  /** Answers a message; undefined if the reader may not write. */
  onAnswer: ((message: ChatMessage) => void) | undefined
  /** What the reader may do with messages. */
  acts: MessageActs | undefined
}) {
  const words = useChatWords()
  const { t } = words
  const known = useMemo(() => new Map(messages.map(message => [message.id, message])), [messages])
  const isChoosing = acts?.forwarding && !acts.forwarding.isHost
  return (
    <ol className={isChoosing ? 'chat-list choosing' : 'chat-list'}>
      {messages.slice(from).map((message, n) => (
        <Fragment key={message.id}>
          <DayAbove before={messages[from + n - 1]} message={message} language={words.language} />
          {message.id === firstNew && (
            <li className="chat-new">
              <span>{t('chat:new')}</span>
            </li>
          )}
          <Message
            message={message}
            mine={message.fromuserid === me}
            me={me}
            quiet={repeatsSender(messages[from + n - 1], message)}
            father={message.father_message === undefined ? undefined : known.get(message.father_message)}
            onAnswer={onAnswer}
            acts={acts}
            words={words}
          />
        </Fragment>
      ))}
      {drafts.map(draft => (
        <Unsent key={draft.local_msg_id} {...{ draft, resend, discard }} />
      ))}
    </ol>
  )
})

interface MessageProps {
  message: ChatMessage
  mine: boolean
  me: string | undefined
  quiet: boolean
  father: ChatMessage | undefined
  onAnswer: ((message: ChatMessage) => void) | undefined
  acts: MessageActs | undefined
  words: ChatWords
}

/** [CONST-008, CONST-009] A message; `quiet` hides the name and time if they repeat those above. */
const Message = memo(function Message({ message, mine, me, quiet, father, onAnswer, acts, words }: MessageProps) {
  const { t, shownName, partWord, answerTo } = words
  const [edits, setEdits] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  if (message.msg_type === messageTypes.system) return <SystemLine message={message} words={words} />
  const { forwarding } = acts ?? {}
  const choosing = forwarding && !forwarding.isHost ? forwarding : undefined
  const isChosen = choosing?.chosen.has(message.id)
  const name = mine ? t('chat:me') : shownName(message.name)
  const answerLabel = mine ? t('chat:answer.own') : answerTo(name)
  function endEdit() {
    // a reader who has moved the focus meanwhile keeps it
    const isHere = item.current?.contains(document.activeElement)
    // the button is rendered before the focus is restored to it
    flushSync(() => setEdits(false))
    if (isHere) item.current?.querySelector<HTMLElement>('.chat-more')?.focus()
  }
  return (
    <li ref={item} className={`chat-message${quiet ? ' quiet' : ''}${isChosen ? ' chosen' : ''}`}>
      {choosing?.may(message) && !mine && <Choose {...{ message, name }} forwarding={choosing} />}
      <p className={quiet ? 'unseen' : 'chat-head'}>
        <b>{name}</b>
        {!mine && message.part && <span className="chat-part">{partWord(message.part)}</span>}
        <time dateTime={message.create_time}>{chatTime(message.create_time)}</time>
      </p>
      {message.father_message !== undefined && !message.deleted && (
        <blockquote className="chat-father">
          {father ? (
            <>
              <b>{father.fromuserid === me ? t('chat:me') : shownName(father.name)}</b> <Preview message={father} />
            </>
          ) : (
            t('chat:answer.earlier')
          )}
        </blockquote>
      )}
      {acts && edits ? (
        <EditBox message={message} onSave={content => acts.edit(message, content)} onClose={endEdit} />
      ) : (
        <Said {...{ message, me, words }} />
      )}
      {acts && !message.deleted && !edits && (
        <MessageTools
          {...{ message, name, acts, words }}
          onAnswer={onAnswer && (() => onAnswer(message))}
          onEdit={() => setEdits(true)}
        />
      )}
      {onAnswer && !message.deleted && !edits && (
        <button
          type="button"
          className="piece-icon-button chat-answer"
          title={answerLabel}
          aria-label={answerLabel}
          onClick={() => onAnswer(message)}
        >
          <IconArrowBackUp size={16} aria-hidden />
        </button>
      )}
    </li>
  )
})

/** The heading of a new day. */
const DayAbove = memo(function DayAbove({
  before,
  message,
  language,
}: {
  before: ChatMessage | undefined
  message: ChatMessage
  language: string
}) {
  const day = dayAbove(before, message, undefined, language)
  return day && <li className="chat-system">{day}</li>
})

/** [PERM-056] */
function Choose({ message, name, forwarding }: { message: ChatMessage; name: string; forwarding: Forwarding }) {
  const { t } = useTranslation('acts')
  if (useOnDesk().has(message.id))
    return (
      <span className="chat-choose" role="img" title={t('isOnDesk')} aria-label={t('isOnDesk')}>
        <IconClipboardCheck size={18} aria-hidden />
      </span>
    )
  return (
    <label className="chat-choose">
      <input
        type="checkbox"
        aria-label={t('choose', { name, text: plainOf(textOf(message)).slice(0, 80) })}
        checked={forwarding.chosen.has(message.id)}
        onChange={event => forwarding.choose(message.id, event.target.checked)}
      />
    </label>
  )
}

/** The content of a message: its text, the forwarded one, or that it was deleted. */
function Said({ message, me, words }: Pick<MessageProps, 'message' | 'me' | 'words'>) {
  const { t, shownName } = words
  const { offdata, deleted, edited_time } = message
  if (deleted) return <p className="chat-gone">{t(deleted === 'moderator' ? 'acts:goneModerator' : 'acts:gone')}</p>
  return (
    <>
      {offdata && <p className="chat-forwarded">{t('acts:from', { name: shownName(offdata.name) })}</p>}
      <MessageText text={textOf(offdata ?? message)} mentioned={message.notification_members} me={me} />
      {edited_time && (
        <p className="chat-edited" title={chatTime(edited_time)}>
          {t('acts:edited')}
        </p>
      )}
    </>
  )
}

/** [CONST-012, ENT-099] A system message. */
function SystemLine({ message, words }: Pick<MessageProps, 'message' | 'words'>) {
  const { t, shownName } = words
  const what = textOf(message)
  const known = (systemMessages as readonly string[]).includes(what)
  if (!known) return null
  const { added_members: added = [], left_members: left = [] } = message
  const people = [...added, ...left].map(person => shownName(person.name))
  return (
    <li className="chat-system">
      {t(`chat:system.${what as SystemMessage}`, { name: shownName(message.name), people })}{' '}
      <time dateTime={message.create_time}>{chatTime(message.create_time)}</time>
    </li>
  )
}

function Unsent({ draft, resend, discard }: { draft: Draft } & Pick<Chat, 'resend' | 'discard'>) {
  const { t } = useTranslation('chat')
  const wording = useWording()
  const failed = draft.state === 'failed'
  const { code = 'Internal', fields } = draft.failure ?? {}
  // the banner of the lost connection says it already
  const why = code !== 'Internal' && code !== 'Unavailable' && wording(new CallFailed(code, fields))
  return (
    <li className={`chat-message ${draft.state}`}>
      <p className="chat-head">
        <b>{t('me')}</b>
        <time dateTime={new Date(draft.written).toISOString()}>{failed ? chatTime(draft.written) : t('sending')}</time>
      </p>
      <MessageText text={draft.content} mentioned={draft.mentioned} />
      {failed && (
        <p className="chat-failed" role="alert">
          <IconAlertCircle size={16} aria-hidden />
          {t('failed')}
          {why && <span>{why}</span>}
          <button type="button" className="chat-act" onClick={() => resend(draft)}>
            {t('resend')}
          </button>
          <button type="button" className="chat-act" onClick={() => discard(draft)}>
            {t('discard')}
          </button>
        </p>
      )}
    </li>
  )
}
