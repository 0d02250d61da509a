import { IconMoodSmile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Reaction, reactions } from '#features/room/room/signals.ts'
import { reactionNames } from '#features/room/room/web/reactionNames.ts'
import { Control } from '#web/light/Control.tsx'
import { usePopover } from '#web/light/usePopover.ts'
import '#features/room/slides/web/moment/moment.css'

interface Props {
  onReact: (emoji: Reaction) => void
}

/** A button that opens the six reactions, which stay open for several. */
export function ReactionControl({ onReact }: Props) {
  const { t } = useTranslation('room')
  const { open, whole, id, button } = usePopover()
  return (
    <span className="reaction-control" ref={whole}>
      <Control icon={<IconMoodSmile size={22} />} label={t('react.title')} {...button} />
      {open && <ReactionChoice className="reaction-choice" id={id} onReact={onReact} />}
    </span>
  )
}

/** The six reactions in a row. */
export function ReactionChoice({ className, id, onReact }: Props & { className: string; id?: string }) {
  const { t } = useTranslation('room')
  return (
    <fieldset className={className} id={id} aria-label={t('react.title')}>
      {reactions.map(emoji => (
        <button
          key={emoji}
          type="button"
          aria-label={t(`react.${reactionNames[emoji]}`)}
          onClick={() => onReact(emoji)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}
