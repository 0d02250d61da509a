import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attendanceCalls } from '#features/results/attendance/contract.ts'
import { pagesQuery } from '#features/room/deck/web/deckQueries.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { CaptionDownload } from '#features/talk/caption/web/CaptionDownload.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import './AttendanceTable.css'
import { clockOf } from '#features/core/pitch/web/Elapsed.tsx'
import { HeatBar } from './HeatBar.tsx'

interface Props {
  uuid: string
  isOver: boolean
  /** Downloads the table. */
  exportAct: ReactNode
}

/** Who was there, from when until when, for how long, and which slides they had before them; and who did not come. */
export function AttendanceTable({ uuid, isOver, exportAct }: Props) {
  const { t } = useTranslation('pitch')
  const absent = t(isOver ? 'attendance.absent' : 'attendance.notYet')
  // it goes on counting while the pitch is live
  const list = useCallList(attendanceCalls, 'getPitchAttendance', {
    of: { pitch_uuid: uuid },
    ask: ({ who }) => (who === 'came' || who === 'absent' ? {} : { who: 'all' as const }),
    every: 10_000,
    under: 'pitch',
  })
  const pages = useQuery(pagesQuery(uuid))
  return (
    <ListTable
      list={list}
      words={t('attendance', { returnObjects: true })}
      rowKey={stay => stay.user_id}
      filters={
        <>
          <FilterSelect
            state={list.state}
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
      columns={[
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
      ]}
    />
  )
}
