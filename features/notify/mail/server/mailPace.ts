import { setTimeout as sleep } from 'node:timers/promises'
import { rightTime } from '#server/clock.ts'

/**
 * Seconds until the next attempt: it doubles up to five minutes, so that an email leaves soon after the server is back.
 */
export const pauseAfter = (attempt: number): number => Math.min(300, 5 * 2 ** Math.min(attempt, 10))

/** How fast a mail server is given emails, and whether it takes any. */
export interface MailPace {
  /** Waits until the next mail may leave. */
  readonly turn: () => Promise<void>
  /** Records its response; `refuses` when it accepts nothing at the moment, for any recipient. */
  readonly note: (refuses: boolean) => void
  /** Until when it is left alone, in milliseconds since 1970; 0 when it takes emails. */
  readonly restsUntil: () => number
  /** It has refused, and is asked with one email whether it takes them again. */
  readonly isProbing: () => boolean
}

export function newMailPace(perSecond: number | undefined): MailPace {
  let next = 0
  const rest = { until: 0, times: 0 }
  return {
    turn: async () => {
      if (perSecond === undefined) return
      const at = Math.max(next, performance.now())
      next = at + 1000 / perSecond
      if (at > performance.now()) await sleep(at - performance.now())
    },
    note: refuses => {
      if (!refuses) Object.assign(rest, { until: 0, times: 0 })
      // what was under way when the rest began says nothing new
      else if (rightTime() >= rest.until) rest.until = rightTime() + pauseAfter(rest.times++) * 1000
    },
    restsUntil: () => (rest.until > rightTime() ? rest.until : 0),
    isProbing: () => rest.times > 0,
  }
}
