import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { writeAmount, writeItems } from '#contract/amounts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { roomAddress } from '#features/core/pitch/web/addresses.ts'
import { leftUntil } from '#features/room/room/web/doorTimes.ts'
import { type JoinInfo, noteRoom } from '#features/room/room/web/joinInfo.ts'
import { useNow } from '#features/room/room/web/times.ts'
import { useRoom } from '#features/room/room/web/useRoom.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { connectionTo } from './connection.ts'

const CalendarButton = lazyPart(async () => (await import('./CalendarButton.tsx')).CalendarButton)

interface Props {
  pitch: string
  info: JoinInfo
  /** Called when the caller can no longer enter: they were removed, or their link or session has ended. */
  onRefusal: (code: ErrorCode) => void
}

/** Milliseconds before the start from which attendees may simply wait. */
const FAR = 60 * 60_000

/** [STATE-016] The countdown. It enters the room by itself when the pitch starts. */
export function Waiting({ pitch, info, onRefusal }: Props) {
  const { t } = useTranslation('room')
  const navigate = useNavigate()
  const { now } = useRoom(pitch, connectionTo)
  const presenter = info.presenter_name
  const startsAt = Date.parse(info.start_date_raw)
  const isFar = startsAt - useNow() > FAR
  const { status } = now.feed.view.room
  const isOpen = now.feed.seq !== undefined && status !== 0
  useEffect(() => {
    if (!isOpen) return
    noteRoom(pitch, { status, page: now.turning.shown.page })
    navigate(roomAddress(pitch), { replace: true })
  }, [isOpen, navigate, pitch, status, now.turning.shown.page])
  useEffect(() => {
    if (now.refusal) onRefusal(now.refusal)
  }, [now.refusal, onRefusal])
  return (
    <div className="lobby-door">
      <Countdown startsAt={startsAt} />
      <p className="lobby-promise" role="status">
        {t(isOpen ? 'lobby.opening' : isFar ? 'lobby.far' : 'lobby.promise', { presenter })}
      </p>
      {isFar && !isOpen && <CalendarButton pitch={pitch} info={info} />}
      {now.link === 'lost' && <p className="lobby-note">{t('banner.reconnecting')}</p>}
    </div>
  )
}

/** Days, hours and minutes, without those that are none; seconds where nothing else is left. */
function spokenLeft(left: ReturnType<typeof leftUntil>, language: string): string {
  const whole = (['day', 'hour', 'minute'] as const).filter(unit => left[`${unit}s`] > 0)
  const units = whole.length > 0 ? whole : (['second'] as const)
  return writeItems(
    units.map(unit => writeAmount(left[`${unit}s`], unit, language)),
    language,
  )
}

function Countdown({ startsAt }: { startsAt: number }) {
  const { t, i18n } = useTranslation('room')
  const now = useNow()
  const left = leftUntil(startsAt, now)
  const spoken = useRef('')
  if (now >= startsAt) return <p className="countdown-due">{t('lobby.due')}</p>
  const parts = (['days', 'hours', 'minutes', 'seconds'] as const).filter(part => part !== 'days' || left.days > 0)
  // announced every minute, since a screen reader would otherwise say nothing else
  if (left.seconds === 0 || !spoken.current) spoken.current = spokenLeft(left, i18n.language)
  return (
    <div className="countdown" role="timer" aria-label={`${t('lobby.startsIn')} ${spoken.current}`}>
      {parts.map(part => (
        <span key={part} aria-hidden>
          <b className="tabular">{String(left[part]).padStart(2, '0')}</b>
          <i>{t(`lobby.unit.${part}`)}</i>
        </span>
      ))}
    </div>
  )
}
