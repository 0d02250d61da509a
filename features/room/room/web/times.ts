import { useEffect, useState } from 'react'
import type { RoomCore } from '#features/room/room/apply.ts'
import { serverNow } from '#web/client/serverTime.ts'

// Times of the room. Instants are milliseconds since 1970, spans are milliseconds.

/** A span as 14:32, or 1:02:03 from an hour on. A span below zero counts as zero. */
export function clockOf(span: number): string {
  const seconds = Math.max(0, Math.floor(span / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

/** The duration of a pitch so far, without its pauses. */
export const elapsedOf = ({ startedAt, pauses }: Pick<RoomCore, 'startedAt' | 'pauses'>, now: number): number =>
  (pauses.since ? Date.parse(pauses.since) : now) - Date.parse(startedAt ?? '') - pauses.took

/** A start this long before the planned time may be a mistake. */
const EARLY = 15 * 60_000
export const isEarly = ({ start_date_raw }: { readonly start_date_raw: string }): boolean =>
  Date.parse(start_date_raw) - serverNow() > EARLY

/** The server's time, updated every second while `runs`. */
export function useNow(runs = true): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!runs) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return now
}
