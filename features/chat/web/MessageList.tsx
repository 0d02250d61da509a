import { IconAlertCircle, IconArrowBackUp } from '@tabler/icons-react'
import { Fragment, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#features/chat/events.ts'
import { plainOf } from '#features/chat/markup.ts'
import { messageTypes, type SystemMessage, systemMessages } from '#features/chat/rules.ts'
import { MessageText } from './MessageText.tsx'
import { chatTime, type Draft, repeatsSender, textOf } from './messages.ts'
import type { Chat } from './useChat.ts'

/** Messages in their order, then what this browser has not sent yet. */
export function MessageList({
  chat,
  me,
  firstNew,
  onAnswer,
}: {
  chat: Chat
  me: string | undefined
  firstNew: number | undefined
  /** Answers a message; undefined for whoever may not write. */
  onAnswer: ((message: ChatMessage) => void) | undefined
}) {
  const { t } = useTranslation('chat')
  const { messages, drafts } = chat
  return (
    <ol className="chat-list">
      {messages.map((message, at) => (
        <Fragment key={message.id}>
          {message.id === firstNew && (
            <li className="chat-new">
              <span>{t('new')}</span>
            </li>
          )}
          <Message
            message={message}
            mine={message.fromuserid === me}
            me={me}
            quiet={repeatsSender(messages[at - 1], message)}
            father={messages.find(other => other.id === message.father_message)}
            onAnswer={onAnswer}
          />
        </Fragment>
      ))}
      {drafts.map(draft => (
        <Unsent key={draft.local_msg_id} draft={draft} chat={chat} />
      ))}
    </ol>
  )
}

/** [CONST-008, CONST-009] A message; `quiet` hides the name and time that would only repeat those above it. */
const Message = memo(function Message({
  message,
  mine,
  me,
  quiet,
  father,
  onAnswer,
}: {
  message: ChatMessage
  mine: boolean
  me: string | undefined
  quiet: boolean
  father: ChatMessage | undefined
  onAnswer: ((message: ChatMessage) => void) | undefined
}) {
  const { t } = useTranslation('chat')
  if (message.msg_type === messageTypes.system) return <SystemLine message={message} />
  return (
    <li className={`chat-message${quiet ? ' quiet' : ''}`}>
      <p className={quiet ? 'unseen' : 'chat-head'}>
        <b>{mine ? t('me') : message.name}</b>
        <time dateTime={message.create_time}>{chatTime(message.create_time)}</time>
      </p>
      {message.father_message !== undefined && (
        <blockquote className="chat-father">
          {father ? (
            <>
              <b>{father.name}</b> {plainOf(textOf(father))}
            </>
          ) : (
            t('answer.earlier')
          )}
        </blockquote>
      )}
      <MessageText text={textOf(message)} mentioned={message.notification_members} me={me} />
      {onAnswer && (
        <button
          type="button"
          className="piece-icon-button chat-answer"
          title={t('answer.act', { name: message.name })}
          aria-label={t('answer.act', { name: message.name })}
          onClick={() => onAnswer(message)}
        >
          <IconArrowBackUp size={16} aria-hidden />
        </button>
      )}
    </li>
  )
})

/** [CONST-012, ENT-099] What happened, told by nobody. */
function SystemLine({ message }: { message: ChatMessage }) {
  const { t, i18n } = useTranslation('chat')
  const what = textOf(message)
  const known = (systemMessages as readonly string[]).includes(what)
  if (!known) return null
  const { added_members: added = [], left_members: left = [] } = message
  const people = new Intl.ListFormat(i18n.language).format([...added, ...left].map(person => person.name))
  return (
    <li className="chat-system">
      {t(`system.${what as SystemMessage}`, { name: message.name, people })}{' '}
      <time dateTime={message.create_time}>{chatTime(message.create_time)}</time>
    </li>
  )
}

function Unsent({ draft, chat }: { draft: Draft; chat: Chat }) {
  const { t } = useTranslation('chat')
  const failed = draft.state === 'failed'
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
          <button type="button" className="chat-act" onClick={() => chat.resend(draft)}>
            {t('resend')}
          </button>
          <button type="button" className="chat-act" onClick={() => chat.discard(draft)}>
            {t('discard')}
          </button>
        </p>
      )}
    </li>
  )
}
