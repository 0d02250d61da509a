import { useTranslation } from 'react-i18next'
import { HeatBar } from '#features/results/attendance/web/HeatBar.tsx'
import { type AttentionPerson, attentionCalls } from '#features/results/attention/contract.ts'
import { clockText } from '#features/results/replay/rules.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { client } from '#web/client/client.ts'
import { CsvButton } from '#web/ui/record/CsvButton.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { AttentionStrip } from './AttentionStrip.tsx'
import './attention.css'

/** For how long attendees looked at each slide: all together, and each of them. */
export function AttentionTab({ uuid, isOver }: { uuid: string; isOver: boolean }) {
  const { t } = useTranslation('attention')
  const list = useCallList(attentionCalls, 'getPitchAttention', {
    ...{ of: { uuid }, under: 'pitch' },
    // people look at slides as long as it is live
    ...(isOver ? {} : { every: 30_000 }),
  })
  const { slides = [], deck = [] } = list.query.data ?? {}
  const time = (kind: 'reading' | 'live' | 'replay' | 'again' | 'total') => ({
    ...{ key: kind, title: t(`kind.${kind}`), sort: kind, numeric: true },
    cell: (row: AttentionPerson) => clockText(row[kind]),
  })
  return (
    <>
      {slides.length > 0 && <AttentionStrip slides={slides} pages={deck} />}
      <ListTable
        list={list}
        words={t('list', { returnObjects: true })}
        rowKey={row => row.user_id}
        filters={<CsvButton label={t('export')} run={() => client.exportPitchAttention({ uuid })} />}
        columns={[
          { key: 'who', title: t('who'), sort: 'name', cell: row => <Who name={row.name} email={row.email} /> },
          time('total'),
          time('reading'),
          time('live'),
          time('replay'),
          time('again'),
          { key: 'stopped', title: t('stopped'), cell: row => <Stopped stopped={row.stopped} /> },
          {
            key: 'slides',
            title: t('slides'),
            width: '24%',
            cell: ({ pages }) => <HeatBar seconds={pages.filter(({ page }) => page > 0)} pages={deck.length} />,
          },
        ]}
      />
    </>
  )
}

/** Where a person stopped watching the replay. */
function Stopped({ stopped }: Pick<AttentionPerson, 'stopped'>) {
  const { t } = useTranslation('attention')
  if (!stopped) return null
  const at = clockText(stopped.at)
  return stopped.page > 0 ? t('stoppedOn', { page: stopped.page, at }) : at
}
