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
