import type { RoomCore } from '#features/room/room/apply.ts'
import { serverNow } from '#web/client/serverTime.ts'

/** Times as people read them in the room; every instant is in milliseconds since 1970. */

/** A span as a clock: 14:32, and 1:02:03 from an hour on. Never below zero. */
export function clockOf(span: number): string {
  const seconds = Math.max(0, Math.floor(span / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

/** How long a pitch has been going, without its pauses. */
export const elapsedOf = ({ startedAt, pauses }: Pick<RoomCore, 'startedAt' | 'pauses'>, now: number): number =>
  (pauses.since ? Date.parse(pauses.since) : now) - Date.parse(startedAt ?? '') - pauses.took

/** How long before the time that was planned a start is one that somebody may not mean, in milliseconds. */
const EARLY = 15 * 60_000
export const isEarly = ({ start_date_raw }: { readonly start_date_raw: string }): boolean =>
  Date.parse(start_date_raw) - serverNow() > EARLY
