import { useTranslation } from 'react-i18next'
import type { Decision } from '#features/results/replay/contract.ts'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { Timed } from '#web/ui/Time.tsx'
import type { RecordingState, ReviewResult } from '../rules.ts'

const stateTones = {
  live: 'accent',
  merging: 'neutral',
  pending: 'warn',
  approved: 'good',
} as const satisfies Record<RecordingState, Tone>
const reviewTones = {
  unreviewed: 'neutral',
  pass: 'good',
  'no pass': 'bad',
} as const satisfies Record<ReviewResult, Tone>

/** [STATE-041, STATE-042] Where a recording stands. One that did not pass waits for no approval. */
export function RecordingBadge({ state, review }: { state: RecordingState; review: ReviewResult }) {
  const { t } = useTranslation('replay')
  if (state === 'pending' && review === 'no pass') return <StateBadge tone="neutral">{t('state.refused')}</StateBadge>
  return <StateBadge tone={stateTones[state]}>{t(`state.${state}`)}</StateBadge>
}

/** [STATE-043, STATE-044, STATE-045] What its reviewer thinks of it. */
export function ReviewBadge({ review }: { review: ReviewResult }) {
  const { t } = useTranslation('replay')
  return <StateBadge tone={reviewTones[review]}>{t(`review.result.${review}`)}</StateBadge>
}

/** Says to those who manage a recording when the retention of the organization will remove it. */
export function DueLine({ decision }: { decision: Pick<Decision, 'due_time'> | null }) {
  const { t } = useTranslation('replay')
  if (!decision?.due_time) return null
  return (
    <p>
      <Timed words={t('due')} at={decision.due_time} style="day" />
    </p>
  )
}

/** Marks what is under a legal hold, for those who manage it. */
export function HoldBadge() {
  const { t } = useTranslation('replay')
  return <StateBadge tone="warn">{t('hold.badge')}</StateBadge>
}

/** Tells an attached video from a recording. */
export function AttachedBadge({ recording }: { recording: { readonly is_attached: boolean } }) {
  const { t } = useTranslation('replay')
  if (!recording.is_attached) return null
  return (
    <>
      {' '}
      <StateBadge tone="neutral">{t('video.badge')}</StateBadge>
    </>
  )
}
