import { readerZone } from '#web/ui/readerZone.ts'

// Times for the join and waiting pages; the room does not load them.

/** The time left until an instant, in the parts of a countdown; all zero from then on. */
export function leftUntil(at: number, now: number): { days: number; hours: number; minutes: number; seconds: number } {
  const left = Math.max(0, Math.ceil((at - now) / 1000))
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

/** Day, time and zone of an instant, in the reader's time zone by default. */
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
