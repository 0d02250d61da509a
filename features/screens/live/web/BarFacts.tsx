import { useTranslation } from 'react-i18next'
import { presents } from '#features/core/pitch/rules.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import { clockOf, elapsedOf } from '#features/room/room/web/times.ts'
import { useNow } from '#features/room/room/web/useNow.ts'
import { laterPart } from '#web/light/laterPart.tsx'

const TimeLeft = laterPart(async () => (await import('#features/room/slides/web/onStage.ts')).TimeLeft)

interface Props {
  info: JoinInfo
  now: RoomNow
  status: number
  page: number
  total: number
}

/** What it is, how long it has been going, and how many are here. */
export function BarFacts({ info, now, status, page, total }: Props) {
  const { t } = useTranslation('room')
  const { room } = now.feed.view
  const clock = useNow(status === 2)
  return (
    <div className="bar-facts">
      <p className="bar-title">{info.presentation_name}</p>
      <p className="bar-state tabular">
        {status === 2 && (
          <span className="bar-live" data-paused={room.paused || undefined}>
            {t(room.paused ? 'bar.paused' : info.rehearsal_of ? 'bar.rehearsal' : 'bar.live')}
          </span>
        )}
        {status === 2 && room.startedAt && (
          <span role="timer" aria-label={t('bar.elapsed')}>
            {clockOf(elapsedOf(room, clock))}
          </span>
        )}
        {status === 2 && presents(info.part) && <TimeLeft end={info.end_date_raw} />}
        {now.feed.seq !== undefined && <span>{t('bar.here', { count: now.here })}</span>}
        {total > 0 && !presents(info.part) && <span className="bar-page">{t('strip.count', { page, total })}</span>}
      </p>
    </div>
  )
}
