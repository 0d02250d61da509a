import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { clockOf, elapsedOf, useNow } from '#features/room/room/web/times.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { useLiveScreen } from './liveScreen.ts'

const TimeLeft = lazyPart(async () => (await import('#features/room/slides/web/onStage.tsx')).TimeLeft)

/** The title of the pitch, its duration so far, and the number of people here. */
export function BarFacts() {
  const { t } = useTranslation('room')
  const { info, now, room, status } = useInRoom()
  const { onStage, slides } = useLiveScreen()
  const { total, look } = slides
  const clock = useNow(status === 2)
  return (
    <div className="bar-facts">
      <p className="bar-title">{info.presentation_name}</p>
      <p className="bar-state tabular" data-recorded={room.recorded || undefined}>
        {status === 2 && (
          <span className="bar-live" data-paused={room.paused || undefined}>
            {t(room.paused ? 'bar.paused' : info.rehearsal_of ? 'bar.rehearsal' : 'bar.live')}
          </span>
        )}
        {status === 2 && room.recorded && (
          <span className="bar-live" data-paused={room.paused || undefined}>
            {t(room.paused ? 'bar.recordingPaused' : 'bar.recorded')}
          </span>
        )}
        {status === 2 && room.startedAt && (
          <span role="timer" aria-label={t('bar.elapsed')}>
            {clockOf(elapsedOf(room, clock))}
          </span>
        )}
        {status === 2 && onStage && <TimeLeft end={info.end_date_raw} />}
        {now.feed.seq !== undefined && <span>{t('bar.here', { count: now.here })}</span>}
        {total > 0 && !onStage && <span className="bar-page">{t('strip.count', { page: look.shown, total })}</span>}
      </p>
    </div>
  )
}
