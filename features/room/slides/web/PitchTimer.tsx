import { useTranslation } from 'react-i18next'
import type { RoomState } from '#features/room/room/parts.ts'
import { clockOf, elapsedOf } from '#features/room/room/web/times.ts'
import { useNow } from '#features/room/room/web/useNow.ts'
import { standingOfTime } from './timeLeft.ts'
import './slides.css'

interface Props {
  room: Pick<RoomState, 'status' | 'startedAt' | 'pauses'>
  /** The planned end. */
  end: string
}

/** How long it has been going and how long there is. It says once, and calmly, that little is left or none. */
export function PitchTimer({ room, end }: Props) {
  const { t } = useTranslation('room')
  const now = useNow(room.status === 2)
  if (room.status !== 2 || !room.startedAt) return <p className="pitch-timer-idle">{t('timer.notStarted')}</p>
  const left = Date.parse(end) - now
  const standing = standingOfTime(left)
  return (
    <div className="pitch-timer" data-standing={standing}>
      <dl className="tabular">
        <div>
          <dt>{t('timer.elapsed')}</dt>
          <dd>{clockOf(elapsedOf(room, now))}</dd>
        </div>
        <div>
          <dt>{t(standing === 'over' ? 'timer.over' : 'timer.left')}</dt>
          <dd>{standing === 'over' ? `+${clockOf(-left)}` : clockOf(left)}</dd>
        </div>
      </dl>
      <p role="status">{standing !== 'plenty' && t(`timer.${standing}Hint`)}</p>
    </div>
  )
}

/** The same in the bar: what is left, in a word. */
export function TimeLeft({ end }: { end: string }) {
  const { t } = useTranslation('room')
  const left = Date.parse(end) - useNow()
  const standing = standingOfTime(left)
  return (
    <span className="time-left" data-standing={standing}>
      {standing === 'over' ? t('timer.overBy', { time: clockOf(-left) }) : t('timer.leftOf', { time: clockOf(left) })}
    </span>
  )
}
