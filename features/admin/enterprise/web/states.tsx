import { useTranslation } from 'react-i18next'
import type { VerificationState } from '#features/core/company/rules.ts'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import type { SubmissionState } from '../rules.ts'

const tones = {
  notVerified: 'neutral',
  pendingReview: 'warn',
  approved: 'good',
  rejected: 'bad',
  noReviewNeeded: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<VerificationState | SubmissionState, Tone>

/** [STATE-083, STATE-084, STATE-085, STATE-086, STATE-087] Where a company stands in its verification. */
export function VerificationBadge({ state }: { state: VerificationState }) {
  const { t } = useTranslation('companies')
  return <StateBadge tone={tones[state]}>{t(`verification.${state}`)}</StateBadge>
}

export function SubmissionBadge({ state }: { state: SubmissionState }) {
  const { t } = useTranslation('enterprise')
  return <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
}
