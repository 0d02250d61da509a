import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './emoji.css'

/** The emojis by kind; screen readers name each. */
const emojis = {
  faces: [
    ...['😀', '😄', '😁', '😅', '😂', '🙂', '😉', '😊'],
    ...['😍', '🤩', '😎', '🤔', '😐', '😬', '😮', '😢'],
    ...['😭', '😱', '😡', '🤯', '😴', '🥳', '🙃', '🤷'],
  ],
  hands: ['👍', '👎', '👏', '🙌', '👋', '🙏', '💪', '👌', '✌️', '🤞', '☝️', '🤝'],
  hearts: ['❤️', '🧡', '💛', '💚', '💙', '💜', '💯', '✨', '🔥', '🎉', '🎊', '⭐'],
  work: [
    ...['📈', '📉', '💰', '💡', '🚀', '🎯', '✅', '❌'],
    ...['❓', '❗', '⏰', '📌', '📎', '📊', '💼', '🏆'],
    ...['🌱', '🌍', '☕', '👀'],
  ],
} as const

/** Emojis in a row, as the style sheet lays them out. */
const ROW = 8
const kinds = Object.keys(emojis) as (keyof typeof emojis)[]

/** Common emojis. Arrow keys move among them, Escape closes. */
export function EmojiPicker({ onPick, onClose }: { onPick: (emoji: string) => void; onClose: () => void }) {
  const { t } = useTranslation('compose')
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.querySelector('button')?.focus(), [])
  function press(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Escape') {
      event.preventDefault()
      return onClose()
    }
    const all = [...event.currentTarget.querySelectorAll('button')]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: ROW, ArrowUp: -ROW }[event.key]
    if (by === undefined || at < 0) return
    event.preventDefault()
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus()
  }
  return (
    <div
      ref={box}
      className="chat-emojis"
      role="dialog"
      aria-label={t('emoji.title')}
      tabIndex={-1}
      onKeyDown={press}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
    >
      {kinds.map(kind => (
        <fieldset key={kind}>
          <legend>{t(`emoji.${kind}`)}</legend>
          {emojis[kind].map((emoji, at) => (
            // one stop for Tab; arrows do the rest
            <button
              key={emoji}
              type="button"
              tabIndex={kind === 'faces' && at === 0 ? 0 : -1}
              onClick={() => onPick(emoji)}
            >
              {emoji}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
