import { IconAt, IconMoodSmile, IconSend2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MicButton } from './mic/Mic.tsx'
import type { Dictating } from './mic/useDictation.ts'

interface Props {
  disabled: boolean
  /** There is something to send, and it may go. */
  maySend: boolean
  smiles: boolean
  onSmiles: () => void
  /** Somebody is looked for; undefined where nobody can be mentioned. */
  mentions: boolean | undefined
  onMention: () => void
  mic: Dictating | undefined
  /** The id of what says why all this is disabled. */
  describedBy: string | undefined
}

/** [ROOM-009, ROOM-010] What stands below the text: emoji, mentions, voice, and sending for those without a keyboard. */
export function ComposerTools({ disabled, maySend, smiles, onSmiles, mentions, onMention, mic, describedBy }: Props) {
  const { t } = useTranslation(['chat', 'compose'])
  return (
    <div className="chat-tools">
      <Tool name={t('compose:emoji.button')} disabled={disabled} expanded={smiles} onPress={onSmiles}>
        <IconMoodSmile size={20} aria-hidden />
      </Tool>
      {mentions !== undefined && (
        <Tool name={t('compose:mention.button')} disabled={disabled} expanded={mentions} onPress={onMention}>
          <IconAt size={20} aria-hidden />
        </Tool>
      )}
      {mic && <MicButton mic={mic} disabled={disabled} describedBy={describedBy} />}
      <button
        type="submit"
        className="piece-icon-button chat-send"
        title={t('send')}
        aria-label={t('send')}
        disabled={!maySend}
      >
        <IconSend2 size={20} aria-hidden />
      </button>
    </div>
  )
}

interface ToolProps {
  name: string
  disabled: boolean
  expanded: boolean
  onPress: () => void
  children: ReactNode
}

function Tool({ name, disabled, expanded, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className="piece-icon-button"
      title={name}
      aria-label={name}
      aria-expanded={expanded}
      disabled={disabled}
      // what is open closes when the focus leaves it, and must not be opened again by the same press
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
