import { IconAt, IconMoodSmile, IconSend2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MicButton } from './mic/Mic.tsx'
import type { Dictating } from './mic/useDictation.ts'

interface Props {
  disabled: boolean
  /** There is text, and it may be sent. */
  maySend: boolean
  smiles: boolean
  onSmiles: () => void
  /** The mention picker is open; undefined if the chat has no mentions. */
  mentions: boolean | undefined
  onMention: () => void
  mic: Dictating | undefined
  /** The id of the text that says why the tools are disabled. */
  describedBy: string | undefined
}

/** [ROOM-009, ROOM-010] The buttons below the input: emojis, mentions, voice to text, and send. */
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
      // without this the press would blur and close the picker, and then open it again
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
