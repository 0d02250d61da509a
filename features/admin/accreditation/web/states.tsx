import { useTranslation } from 'react-i18next'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import type { Accreditation } from '../contract.ts'

const tones = {
  declared: 'neutral',
  pending: 'warn',
  verified: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const satisfies Record<string, Tone>

/** Where a submission stands; a verified one may have expired since. */
export function AccreditationBadge({ row }: { row: Pick<Accreditation, 'state' | 'valid_until'> }) {
  const { t } = useTranslation('accreditation')
  const isOver = row.state === 'verified' && row.valid_until !== null && Date.parse(row.valid_until) <= Date.now()
  const state = isOver ? 'expired' : row.state
  return <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
}
