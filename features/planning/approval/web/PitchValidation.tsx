import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { approvalCalls } from '../contract.ts'
import { ApprovalMark } from './ApprovalMark.tsx'
import { Review } from './Review.tsx'
import './Review.css'

const statuses = ['pending', 'approved', 'unapproved', 'none', 'all'] as const

/** [SCREEN-039, ROUTE-109] The review queue; presenters see the status of their own pitches. */
export function PitchValidation() {
  const { roles } = usePerson()
  const opened = useInAddress('pitch')
  const reviews = looksAfterPitches(roles)
  if (opened.id) return <Review key={opened.id} uuid={opened.id} open={opened.open} close={opened.close} />
  return <Queue reviews={reviews} open={opened.open} />
}

function Queue({ reviews, open }: { reviews: boolean; open: (uuid: string) => void }) {
  const { t } = useTranslation('approval')
  const usual = reviews ? 'pending' : 'all'
  const list = useCallList(approvalCalls, 'getPitchReviewList', {
    also: ['status'],
    ask: ({ status = usual }) => {
      const chosen = statuses.find(one => one === status) ?? usual
      return chosen === 'all' ? {} : { audit_status: chosen }
    },
    every: 30_000,
    under: 'pitch',
  })
  return (
    <ListScreen
      list={list}
      words={{ ...t(reviews ? 'queue' : 'own', { returnObjects: true }), search: t('search') }}
      rowKey={row => row.uuid}
      filters={
        <FilterSelect
          state={list.state}
          filter="status"
          label={t('filter')}
          options={statuses.map(value => ({ value, label: t(`status.${value}`) }))}
        />
      }
      columns={[
        {
          key: 'name',
          title: t('column.name'),
          sort: 'name',
          width: '28%',
          cell: row => (
            <>
              <Anchor component="button" type="button" ta="start" fw={600} c="inherit" onClick={() => open(row.uuid)}>
                {row.presentation_name}
              </Anchor>
              {row.company_name && <span className="review-quiet">{row.company_name}</span>}
            </>
          ),
        },
        { key: 'presenter_name', title: t('column.presenter') },
        { key: 'org_name', title: t('column.organisation'), crossing: true },
        { key: 'when', title: t('column.when'), sort: 'start', cell: row => <Time at={row.start_date_raw} /> },
        {
          key: 'status',
          title: t('column.status'),
          cell: row => (row.audit_status === 'none' ? t('status.none') : <ApprovalMark status={row.audit_status} />),
        },
        {
          key: 'last',
          title: t('column.last'),
          cell: row =>
            row.reviewed_time && (
              <>
                <TimeAgo at={row.reviewed_time} /> <span className="review-quiet">{row.reviewed_by}</span>
                {row.reason && <span className="review-quiet">{row.reason}</span>}
              </>
            ),
        },
        {
          key: 'waiting',
          title: t('column.waiting'),
          numeric: true,
          cell: row => t('waiting', { count: row.waiting }),
        },
      ]}
    />
  )
}
