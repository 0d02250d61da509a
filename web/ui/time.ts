/** `moment`: Tue, Nov 24, 10:00 AM EST. `day`: Nov 24, 2026. `clock`: 10:00 AM EST. `exact`: with year and seconds. */
export type TimeStyle = 'moment' | 'day' | 'clock' | 'exact'

const styles: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  moment: {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  clock: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  exact: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
}

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

let chosen: string | undefined
const listeners = new Set<() => void>()

/**
 * [CONST-035] The zone in which the person who is signed in reads times: that of their profile, wherever they are at the
 * moment. Nobody's is the device's, and so is one that this browser does not know.
 */
export function setReaderZone(zone: string | undefined): void {
  const next = known(zone)
  if (next === chosen) return
  chosen = next
  for (const listener of listeners) listener()
}

export const readerZone = (): string => chosen ?? deviceZone()

/** Tells whoever shows times that the reader's zone is another one now. */
export function onReaderZone(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function known(zone: string | undefined): string | undefined {
  try {
    return zone && Intl.DateTimeFormat('en', { timeZone: zone }) && zone
  } catch {
    return undefined
  }
}

/** An instant in words, with the short name of its zone: the given IANA zone, else the reader's. */
export function formatTime(
  at: Date | string,
  language: string,
  style: TimeStyle = 'moment',
  zone: string = readerZone(),
): string {
  return new Intl.DateTimeFormat(language, { ...styles[style], timeZone: zone }).format(new Date(at))
}

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
