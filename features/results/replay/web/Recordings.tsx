import { Anchor } from '@mantine/core'
import { IconPlayerPlay, IconRestore, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import type { ListedRecording } from '#features/results/replay/contract.ts'
import { useAmounts } from '#features/room/deck/web/amounts.ts'
import { WARNED_DAYS } from '#features/room/recording/rules.ts'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import type { ListTableProps } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time, Timed } from '#web/ui/Time.tsx'
import { replayCalls } from '../contract.ts'
import { clockText, KEPT_DAYS } from '../rules.ts'
import { useApprovalActs } from './decisionActs.tsx'
import { AttachedBadge, HoldBadge, RecordingBadge, ReviewBadge } from './states.tsx'

export const replayPath = ({ uuid, id }: ListedRecording) =>
  `${pitchPaths.results({ uuid })}?tab=recording&recording=${id}`

/** [CALL-061] The recordings of the pitches that the reader manages; deleted ones by a filter. */
export function Recordings() {
  const { t } = useTranslation('replay')
  const list = useCallList(replayCalls, 'getRecordingList')
  const columns = useColumns()
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      filters={
        <>
          <FilterSelect
            state={list.state}
            filter="due"
            label={t('filter.due', { days: WARNED_DAYS })}
            options={[{ value: '1', label: t('filter.due', { days: WARNED_DAYS }) }]}
          />
          <FilterSelect
            state={list.state}
            filter="held"
            label={t('hold.filter')}
            options={[{ value: '1', label: t('hold.filter') }]}
          />
          <FilterSelect
            state={list.state}
            filter="deleted"
            label={t('filter.deleted')}
            options={[{ value: '1', label: t('filter.deleted') }]}
          />
        </>
      }
      columns={columns}
      acts={row => <RecordingActs recording={row} />}
    />
  )
}

const isGone = (row: ListedRecording) => row.restorable_until !== null || Boolean(row.expired_time)

function useColumns(): ListTableProps<typeof replayCalls.getRecordingList>['columns'] {
  const { t } = useTranslation('replay')
  const amounts = useAmounts()
  return [
    {
      key: 'presentation_name',
      title: t('column.pitch'),
      sort: 'name',
      cell: row =>
        isGone(row) ? (
          row.presentation_name
        ) : (
          <>
            <Anchor component={Link} to={replayPath(row)}>
              {row.presentation_name}
            </Anchor>
            <AttachedBadge recording={row} />
          </>
        ),
    },
    { key: 'started_time', title: t('column.started'), sort: 'start', cell: row => <Time at={row.started_time} /> },
    { key: 'seconds', title: t('column.length'), cell: row => clockText(row.seconds) },
    { key: 'bytes', title: t('column.size'), cell: row => amounts.size(row.bytes) },
    {
      key: 'state',
      title: t('column.state'),
      cell: row =>
        row.expired_time ? (
          <Timed words={t('expired')} at={row.expired_time} style="day" />
        ) : row.restorable_until ? (
          <>
            {t('column.until')} <Time at={row.restorable_until} style="day" />
          </>
        ) : (
          <RecordingBadge state={row.state} review={row.review} />
        ),
    },
    {
      key: 'due_time',
      title: t('column.due'),
      sort: 'due',
      cell: row => (row.is_held ? <HoldBadge /> : row.due_time && <Time at={row.due_time} style="day" />),
    },
    { key: 'review', title: t('column.review'), cell: row => <ReviewBadge review={row.review} /> },
    { key: 'org_name', title: t('column.organisation'), crossing: true, cell: row => row.org_name },
  ]
}

function RecordingActs({ recording }: { recording: ListedRecording }) {
  const { t } = useTranslation('replay')
  const navigate = useNavigate()
  const { id, presentation_name: name, restorable_until, expired_time, is_held, state, may_approve } = recording
  const approval = useApprovalActs(recording)
  const restore = () => client.restoreRecording({ id })
  if (expired_time) return null
  if (restorable_until)
    return (
      <ActMenu
        calls={replayCalls}
        label={t('actsOf', { name })}
        acts={[{ label: t('restore'), icon: IconRestore, run: restore, done: t('restored') }]}
      />
    )
  return (
    <ActMenu
      calls={replayCalls}
      label={t('actsOf', { name })}
      acts={[
        { label: t('watch'), icon: IconPlayerPlay, go: () => navigate(replayPath(recording)) },
        ...(may_approve ? approval : []),
        state !== 'live' &&
          !is_held && {
            label: t('delete'),
            icon: IconTrash,
            danger: true,
            confirm: { title: t('delete'), body: t('deleteText', { days: KEPT_DAYS }) },
            run: () => client.deleteRecording({ id }),
            done: t('deleted'),
            undo: restore,
          },
      ]}
    />
  )
}
