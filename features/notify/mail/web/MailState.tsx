import { useTranslation } from 'react-i18next'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'

export const mailStates = ['queued', 'sent', 'failed', 'kept'] as const
type State = (typeof mailStates)[number]
const tones: Record<State, Tone> = { queued: 'accent', sent: 'good', failed: 'bad', kept: 'warn' }

/** What became of a mail. */
export function MailState({ state }: { state: State }) {
  const { t } = useTranslation('mail')
  return <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
}
