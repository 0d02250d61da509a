import { useTranslation } from 'react-i18next'
import type { Decision } from '#features/results/replay/contract.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { Timed } from '#web/ui/Time.tsx'
import { replayCalls } from '../contract.ts'
import type { RecordingState } from '../rules.ts'
import { clockText } from '../rules.ts'
import { useApprovalActs, useHoldActs, useReviewActs } from './decisionActs.tsx'
import { DueLine, HoldBadge, RecordingBadge, ReviewBadge } from './states.tsx'

interface Props {
  uuid: string
  id: string
  state: RecordingState
  decision: Decision
  isAttached: boolean
}

/** Who may watch a recording, what its reviewer thinks of it, and the acts of those who decide. */
export function DecisionBar({ uuid, id, state, decision, isAttached }: Props) {
  const { t } = useTranslation('replay')
  const { review, reason, released, may_approve, may_review } = decision
  const of = { uuid, id, state, review, is_attached: isAttached }
  const approval = useApprovalActs(of)
  const reviewing = useReviewActs(of)
  const holding = useHoldActs(uuid, decision)
  return (
    <section className="replay-decision" aria-label={t('decision')}>
      <RecordingBadge state={state} review={review} />
      <ReviewBadge review={review} />
      <ActMenu
        label={t('decide')}
        calls={replayCalls}
        acts={[...(may_approve ? approval : []), ...(may_review ? reviewing : []), ...holding]}
      />
      <p>
        {t(state === 'approved' ? 'seenBy.attendees' : 'seenBy.managers')}
        {released && ` ${t('released', { from: clockText(released.from), to: clockText(released.to) })}`}
        {reason && ` ${t('review.because', { reason })}`}
      </p>
      <DueLine decision={decision} />
      {decision.hold && (
        <p>
          <HoldBadge /> <Timed words={t('hold.said', decision.hold)} at={decision.hold.since} style="day" />
        </p>
      )}
    </section>
  )
}
