import { useTranslation } from 'react-i18next'
import { Who } from '#features/room/room/web/Who.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'
import { replayCalls } from '../contract.ts'
import { clockText } from '../rules.ts'

/** [CALL-062, ENT-025] Who has watched a recording, for how long, and how far. */
export function ViewerTable({ uuid, id }: { uuid: string; id: string | undefined }) {
  const { t } = useTranslation('replay')
  const list = useCallList(replayCalls, 'getRecordingViewerList', { of: { uuid, ...(id && { id }) } })
  return (
    <div className="replay-viewers">
      <h2>{t('viewers.title')}</h2>
      <ListTable
        list={list}
        words={t('viewers', { returnObjects: true })}
        rowKey={row => row.user_id}
        columns={[
          { key: 'who', title: t('viewers.who'), sort: 'name', cell: row => <Who name={row.name} email={row.email} /> },
          { key: 'last_time', title: t('viewers.last'), sort: 'last', cell: row => <Time at={row.last_time} /> },
          {
            key: 'seconds',
            title: t('viewers.watched'),
            sort: 'watched',
            numeric: true,
            cell: row => clockText(row.seconds),
          },
          { key: 'farthest', title: t('viewers.farthest'), numeric: true, cell: row => clockText(row.farthest) },
        ]}
      />
    </div>
  )
}
