import type { RoomState } from '#features/room/apply.ts'
import { serverNow } from '#web/client/serverTime.ts'
import { readerZone } from '#web/ui/readerZone.ts'

/** Times as people read them in the room; every instant is in milliseconds since 1970. */

/** A span as a clock: 14:32, and 1:02:03 from an hour on. Never below zero. */
export function clockOf(span: number): string {
  const seconds = Math.max(0, Math.floor(span / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

/** How long a pitch has been going, without its pauses. */
export const elapsedOf = ({ startedAt, pauses }: Pick<RoomState, 'startedAt' | 'pauses'>, now: number): number =>
  (pauses.since ? Date.parse(pauses.since) : now) - Date.parse(startedAt ?? '') - pauses.took

/** What is left until an instant, in parts for a countdown; all zero once it has come. */
export function leftUntil(at: number, now: number): { days: number; hours: number; minutes: number; seconds: number } {
  const left = Math.max(0, Math.ceil((at - now) / 1000))
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

/** How long before the time that was planned a start is one that somebody may not mean, in milliseconds. */
const EARLY = 15 * 60_000
export const isEarly = ({ start_date_raw }: { readonly start_date_raw: string }): boolean =>
  Date.parse(start_date_raw) - serverNow() > EARLY

/** Day, time and zone of an instant, on the reader's own clock unless another is named. */
export const whenIn = (at: number, language: string, timeZone = readerZone()): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at)
