import { useTranslation } from 'react-i18next'
import type { TicketState as State } from '#features/admin/support/rules.ts'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'

const tones: Record<State, Tone> = { open: 'warn', answered: 'good', closed: 'neutral' }

export function TicketState({ state }: { state: State }) {
  const { t } = useTranslation('support')
  return <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
}
