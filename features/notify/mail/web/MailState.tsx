import { useTranslation } from 'react-i18next'
import type { mailStates } from '#features/notify/mail/contract.ts'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'

type State = (typeof mailStates)[number]
const tones: Record<State, Tone> = { queued: 'accent', sent: 'good', failed: 'bad', kept: 'warn' }

/** What became of a mail. */
export function MailState({ state }: { state: State }) {
  const { t } = useTranslation('mail')
  return <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
}
