import { useTranslation } from 'react-i18next'
import type { RoomState } from '#features/room/room/parts.ts'
import { clockOf, elapsedOf, useNow } from '#features/room/room/web/times.ts'
import './slides.css'

/** Milliseconds before the planned end at which the timer warns. */
const SOON = 5 * 60_000

/** The timer's state for the time left, in milliseconds; it is below zero after the planned end. */
export const timerStateOf = (left: number): 'plenty' | 'soon' | 'over' =>
  left < 0 ? 'over' : left <= SOON ? 'soon' : 'plenty'

interface Props {
  room: Pick<RoomState, 'status' | 'startedAt' | 'pauses'>
  /** The planned end. */
  end: string
}

/** The time passed and the time left. It announces once that little time is left, and once that none is. */
export function PitchTimer({ room, end }: Props) {
  const { t } = useTranslation('room')
  const now = useNow(room.status === 2)
  if (room.status !== 2 || !room.startedAt) return <p className="pitch-timer-idle">{t('timer.notStarted')}</p>
  const left = Date.parse(end) - now
  const state = timerStateOf(left)
  return (
    <div className="pitch-timer" data-standing={state}>
      <dl className="tabular">
        <div>
          <dt>{t('timer.elapsed')}</dt>
          <dd>{clockOf(elapsedOf(room, now))}</dd>
        </div>
        <div>
          <dt>{t(state === 'over' ? 'timer.over' : 'timer.left')}</dt>
          <dd>{state === 'over' ? `+${clockOf(-left)}` : clockOf(left)}</dd>
        </div>
      </dl>
      <p role="status">{state !== 'plenty' && t(`timer.${state}Hint`)}</p>
    </div>
  )
}

/** The time left, for the bar. */
export function TimeLeft({ end }: { end: string }) {
  const { t } = useTranslation('room')
  const left = Date.parse(end) - useNow()
  const state = timerStateOf(left)
  return (
    <span className="time-left" data-standing={state}>
      {state === 'over' ? t('timer.overBy', { time: clockOf(-left) }) : t('timer.leftOf', { time: clockOf(left) })}
    </span>
  )
}
