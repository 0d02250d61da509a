import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { pagesQuery } from '#features/room/deck/web/deckQueries.ts'
import type { roomCalls } from '#features/room/room/contract.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { CaptionDownload } from '#features/talk/caption/web/CaptionDownload.tsx'
import { client } from '#web/client/client.ts'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Time } from '#web/ui/Time.tsx'
import './AttendanceTable.css'
import { clockOf } from '#features/core/pitch/web/Elapsed.tsx'
import { HeatBar } from './HeatBar.tsx'

type Stay = Answer<(typeof roomCalls)['getPitchAttendance']>['items'][number]

interface AttendanceInput {
  pitch_uuid: string
  page: number
  limit: number
  name?: string
  who?: 'came' | 'absent' | 'all'
}

/** One page of who was in the room; it goes on counting while the pitch is live. */
export const attendanceQuery = (input: AttendanceInput) =>
  queryOptions({
    queryKey: ['pitch', 'attendance', input],
    queryFn: () => client.getPitchAttendance(input),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

interface Props {
  uuid: string
  isOver: boolean
  /** Downloads the table. */
  exportAct: ReactNode
}

/** Who was there, from when until when, for how long, and which slides they had before them; and who did not come. */
export function AttendanceTable({ uuid, isOver, exportAct }: Props) {
  const { t } = useTranslation('pitch')
  const state = useListState({ sorts: ['joined'], sort: 'joined', filters: ['name', 'who'] })
  const { page, limit, filters } = state
  const who = filters.who === 'came' || filters.who === 'absent' ? filters.who : 'all'
  const absent = t(isOver ? 'attendance.absent' : 'attendance.notYet')
  const query = useQuery(
    attendanceQuery({ pitch_uuid: uuid, page, limit, who, ...(filters.name && { name: filters.name }) }),
  )
  const pages = useQuery(pagesQuery(uuid))
  const columns: Column<Stay, 'joined'>[] = [
    {
      key: 'who',
      title: t('attendance.who'),
      cell: stay => <Who name={stay.name} email={stay.email} />,
    },
    {
      key: 'joined',
      title: t('attendance.joined'),
      cell: stay =>
        stay.joined_at ? (
          <Time at={stay.joined_at} style="clock" />
        ) : (
          <span className="attendance-absent">{absent}</span>
        ),
    },
    {
      key: 'left',
      title: t('attendance.left'),
      cell: ({ joined_at, left_at }) =>
        left_at ? <Time at={left_at} style="clock" /> : joined_at && t('attendance.still'),
    },
    {
      key: 'minutes',
      title: t('attendance.stayed'),
      numeric: true,
      cell: stay => stay.joined_at && clockOf(stay.seconds),
    },
    {
      key: 'slides',
      title: t('attendance.slides'),
      width: '32%',
      cell: stay => stay.joined_at && <HeatBar seconds={stay.pages} pages={pages.data?.total ?? 0} />,
    },
  ]
  return (
    <DataList
      label={t('attendance.label')}
      state={state}
      query={query}
      columns={columns}
      rowKey={stay => stay.user_id}
      search={{ filter: 'name', label: t('attendance.search') }}
      filters={
        <>
          <FilterSelect
            state={state}
            filter="who"
            label={t('attendance.filter')}
            options={[
              { value: 'came', label: t('attendance.came') },
              { value: 'absent', label: absent },
            ]}
          />
          {exportAct}
          <CaptionDownload uuid={uuid} />
        </>
      }
      empty={{ title: t('attendance.empty'), hint: t('attendance.emptyHint') }}
    />
  )
}
