import { Anchor } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ListedRecording } from '#features/results/replay/contract.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import { replayCalls } from '../contract.ts'
import { clockText } from '../rules.ts'
import { useReviewActs } from './decisionActs.tsx'
import { replayPath } from './Recordings.tsx'
import { AttachedBadge, HoldBadge, RecordingBadge, ReviewBadge } from './states.tsx'

/** [ROUTE-131] The recordings of all organizations, for super admins, who review them. */
export function RecordingReview() {
  const { t } = useTranslation('replay')
  const list = useCallList(replayCalls, 'getRecordingList')
  return (
    <ListScreen
      list={list}
      words={t('reviews', { returnObjects: true })}
      filters={list.choice('review', t('column.review'), review => t(`review.result.${review}`))}
      columns={[
        {
          key: 'presentation_name',
          title: t('column.pitch'),
          sort: 'name',
          cell: row => (
            <>
              <Anchor component={Link} to={replayPath(row)}>
                {row.presentation_name}
              </Anchor>
              <AttachedBadge recording={row} />
              {row.is_held && <HoldBadge />}
            </>
          ),
        },
        { key: 'org_name', title: t('column.organisation'), crossing: true, cell: row => row.org_name },
        { key: 'started_time', title: t('column.started'), sort: 'start', cell: row => <Time at={row.started_time} /> },
        { key: 'seconds', title: t('column.length'), cell: row => clockText(row.seconds) },
        {
          key: 'state',
          title: t('column.state'),
          cell: row => <RecordingBadge state={row.state} review={row.review} />,
        },
        {
          key: 'review',
          title: t('column.review'),
          cell: row => (
            <>
              <ReviewBadge review={row.review} />
              {row.reason && <div>{row.reason}</div>}
            </>
          ),
        },
      ]}
      acts={row => <ReviewMenu recording={row} />}
    />
  )
}

function ReviewMenu({ recording }: { recording: ListedRecording }) {
  const { t } = useTranslation('replay')
  const navigate = useNavigate()
  const acts = useReviewActs(recording)
  return (
    <ActMenu
      calls={replayCalls}
      label={t('actsOf', { name: recording.presentation_name })}
      acts={[{ label: t('watch'), icon: IconPlayerPlay, go: () => navigate(replayPath(recording)) }, ...acts]}
    />
  )
}
