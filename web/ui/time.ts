import { type TimeStyle, writeTime } from '#contract/times.ts'
import { readerZone } from './readerZone.ts'

/** An instant in words, with the short name of its zone: the given IANA zone, else the reader's. */
export const formatTime = (
  at: Date | string | number,
  language: string,
  style: TimeStyle = 'moment',
  zone: string = readerZone(),
): string => writeTime(at, language, style, zone)

export type RelativeTime =
  | { readonly key: 'time.now' | 'time.day' }
  | { readonly key: 'time.minutes' | 'time.hours'; readonly count: number }
  | { readonly date: Date }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** [CONST-017, CONST-018, CONST-019, CONST-020, CONST-021] How long ago: a text's key, or the date itself. */
export function relativeTime(at: Date | string, now: Date): RelativeTime {
  const date = new Date(at)
  const ago = now.getTime() - date.getTime()
  if (ago < 30_000) return { key: 'time.now' }
  if (ago < hour) return { key: 'time.minutes', count: Math.max(1, Math.floor(ago / minute)) }
  if (ago < day) return { key: 'time.hours', count: Math.floor(ago / hour) }
  if (ago < 2 * day) return { key: 'time.day' }
  return { date }
}
