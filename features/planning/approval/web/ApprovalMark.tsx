import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#features/core/pitch/rules.ts'
import '#features/core/pitch/web/PitchState.css'

const icons = { pending: IconHourglass, approved: IconCircleCheck, unapproved: IconCircleX } as const
const looks = { pending: 'processing', approved: 'delivered', unapproved: 'locked' } as const

/** [STATE-024, STATE-026, STATE-027] Where the review of a pitch stands; nothing without one. */
export function ApprovalMark({ status }: { status: Approval }) {
  const { t } = useTranslation('approval')
  if (status === 'none') return null
  const StatusIcon = icons[status]
  return (
    <span className="pitch-state" data-state={looks[status]}>
      <StatusIcon size={14} aria-hidden />
      {t(`status.${status}`)}
    </span>
  )
}
