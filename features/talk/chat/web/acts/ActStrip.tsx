import { IconArrowBackUp, IconForms, IconPencil, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { writeList } from '#contract/amounts.ts'
import { type Reaction, reactions } from '#features/room/room/signals.ts'
import { reactionNames } from '#features/room/room/web/reactionNames.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { useLoad } from '#web/light/useLoad.ts'
import type { MessageActs } from './useMessageActs.ts'

interface Props {
  id: string
  message: ChatMessage
  acts: MessageActs
  onReact: (emoji: Reaction, on: boolean) => void
  onAnswer: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
  onForward: () => void
  /** Closes, and returns the focus to the button. */
  onClose: () => void
}

/** The actions on a message, in a row below it that covers nothing. */
export function ActStrip({ id, message, acts, onReact, onAnswer, onEdit, onDelete, onForward, onClose }: Props) {
  const { t } = useTranslation(['acts', 'room', 'chat'])
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView?.({ block: 'nearest' })
    ref.current?.querySelector('button')?.focus()
  }, [])
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  const host = acts.forwarding?.isHost && acts.forwarding.may(message)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from wherever the focus is in it
    <div ref={ref} id={id} className="chat-strip" onKeyDown={press}>
      {acts.mayReact && (
        <fieldset className="chat-strip-emoji" aria-label={t('acts:react')}>
          {reactions.map(emoji => {
            const mine = acts.mine.has(`${message.id} ${emoji}`)
            return (
              <button
                key={emoji}
                type="button"
                aria-pressed={mine}
                aria-label={t(`room:react.${reactionNames[emoji]}`)}
                title={t(`room:react.${reactionNames[emoji]}`)}
                onClick={() => onReact(emoji, !mine)}
              >
                {emoji}
              </button>
            )
          })}
        </fieldset>
      )}
      <div className="chat-strip-acts">
        {onAnswer && (
          <Act icon={<IconArrowBackUp size={16} aria-hidden />} onPress={onAnswer}>
            {t('acts:answer')}
          </Act>
        )}
        {host && (
          <Act icon={<IconForms size={16} aria-hidden />} onPress={onForward}>
            {t('acts:toDesk')}
          </Act>
        )}
        {acts.mayEdit(message) && (
          <Act icon={<IconPencil size={16} aria-hidden />} onPress={onEdit}>
            {t('acts:edit')}
          </Act>
        )}
        {acts.mayDelete(message) && (
          <Act icon={<IconTrash size={16} aria-hidden />} onPress={onDelete}>
            {t('acts:delete')}
          </Act>
        )}
      </div>
      {message.reactions && <WhoReacted message={message} acts={acts} />}
    </div>
  )
}

function Act({ icon, onPress, children }: { icon: ReactNode; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="chat-strip-act" onClick={onPress}>
      {icon}
      {children}
    </button>
  )
}

/** The names behind the reaction counts, loaded when the reader opens them. */
function WhoReacted({ message, acts }: Pick<Props, 'message' | 'acts'>) {
  const { t, i18n } = useTranslation(['acts', 'room'])
  const shownName = useShownName()
  const key = `${message.id} ${message.revision}`
  const { value = [] } = useLoad(key, () => acts.whoReacted(message))
  const lists = reactions.flatMap(emoji => {
    const names = value.filter(one => one.emoji === emoji).map(one => shownName(one.name))
    return names.length > 0 ? [{ emoji, names: writeList(names, i18n.language) }] : []
  })
  if (lists.length === 0) return null
  return (
    <ul className="chat-who" aria-label={t('acts:who')}>
      {lists.map(({ emoji, names }) => (
        <li key={emoji}>
          <span role="img" aria-label={t(`room:react.${reactionNames[emoji]}`)}>
            {emoji}
          </span>{' '}
          {names}
        </li>
      ))}
    </ul>
  )
}
