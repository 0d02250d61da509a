import { type Reaction, reactions } from '#features/room/room/signals.ts'
import { reactionNames } from '#features/room/room/web/reactionNames.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { ChatWords } from '../chatWords.ts'
import type { MessageActs } from './useMessageActs.ts'

interface Props {
  message: ChatMessage
  acts: MessageActs
  onReact: (emoji: Reaction, on: boolean) => void
  words: ChatWords
}

/** The reactions to a message; a press adds or removes the reader's own. */
export function MessageReactions({ message, acts, onReact, words: { t } }: Props) {
  const counted = reactions.filter(emoji => (message.reactions?.[emoji] ?? 0) > 0)
  if (counted.length === 0) return null
  return (
    <ul className="chat-reactions" aria-label={t('acts:reactions')}>
      {counted.map(emoji => {
        const count = message.reactions?.[emoji] ?? 0
        const mine = acts.mine.has(`${message.id} ${emoji}`)
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={mine}
              aria-label={t('common:beside', {
                text: `${emoji} ${count}`,
                other: t(`room:react.${reactionNames[emoji]}`),
              })}
              disabled={!acts.mayReact}
              onClick={() => onReact(emoji, !mine)}
            >
              <span aria-hidden>{emoji}</span> {count}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
