import { Alert, Anchor } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { reviewPath } from '#features/core/pitch/web/pitchActs.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'

/** Where the review of a pitch stands and why, on its page; nothing once it is approved. */
export function ReviewNotice({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('approval')
  const { uuid, attribute_status: status } = pitch
  const isOpen = status === 'pending' || status === 'unapproved'
  const { data } = useQuery({ ...callQuery('getPitchReview', { uuid }, 'pitch'), enabled: isOpen })
  if (!isOpen) return null
  return (
    <Alert
      variant="light"
      mb="md"
      color={status === 'pending' ? 'gray' : 'orange'}
      icon={<IconHourglass aria-hidden />}
      title={t(`view.${status}`)}
    >
      {data?.reason && <p className="review-reason">{data.reason}</p>}
      <Anchor component={Link} to={reviewPath(uuid)} size="sm">
        {t('view.see')}
      </Anchor>
    </Alert>
  )
}
