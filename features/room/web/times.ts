/** Times as people read them in the room; every instant is in milliseconds since 1970. */

/** A span as a clock: 14:32, and 1:02:03 from an hour on. Never below zero. */
export function clockOf(span: number): string {
  const seconds = Math.max(0, Math.floor(span / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

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

/** Day, time and zone of an instant, in the reader's own zone unless another is named. */
export const whenIn = (at: number, language: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(at)
