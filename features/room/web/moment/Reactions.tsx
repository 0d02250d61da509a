import { IconMoodSmile } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Reaction, reactions } from '#features/room/signals.ts'
import { Control } from '../pieces/Control.tsx'
import './moment.css'

interface Props {
  onReact: (emoji: Reaction) => void
}

/** Shows without a word what one thinks: a button that opens the six, which stay open for more than one. */
export function ReactionControl({ onReact }: Props) {
  const { t } = useTranslation('room')
  const [open, setOpen] = useState(false)
  const id = useId()
  const whole = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!open) return
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      if (!(event instanceof KeyboardEvent) && whole.current?.contains(event.target as Node)) return
      setOpen(false)
      if (event instanceof KeyboardEvent) whole.current?.querySelector('button')?.focus()
    }
    addEventListener('pointerdown', leave)
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('keydown', leave)
    }
  }, [open])
  return (
    <span className="reaction-control" ref={whole}>
      <Control
        icon={<IconMoodSmile size={22} />}
        label={t('react.title')}
        expanded={open}
        controls={id}
        onPress={() => setOpen(!open)}
      />
      {open && (
        <fieldset className="reaction-choice" id={id} aria-label={t('react.title')}>
          {reactions.map(emoji => (
            <button key={emoji} type="button" aria-label={t(`react.${nameOf[emoji]}`)} onClick={() => onReact(emoji)}>
              {emoji}
            </button>
          ))}
        </fieldset>
      )}
    </span>
  )
}

export const nameOf = {
  '👏': 'applause',
  '❤️': 'love',
  '👍': 'agree',
  '🎉': 'celebrate',
  '😮': 'surprised',
  '🤔': 'thinking',
} as const satisfies Record<Reaction, string>
