/** Messages that a person may send at once, and so many a second for long: more than anybody types. */
const BURST = 20
const PER_SECOND = 2
/** People remembered; a bucket that is full again need not be. */
const MOST = 10_000

interface Pace {
  (accountId: string, now: Date): boolean
  /** What was taken turned out to be for nothing. */
  giveBack(accountId: string): void
}

/** Lets each person do something `burst` times at once, and `perSecond` times a second for long. */
function pace(burst: number, perSecond: number): Pace {
  const buckets = new Map<string, { left: number; at: number }>()
  const take = (accountId: string, now: Date) => {
    const at = now.getTime()
    const known = buckets.get(accountId)
    const left = known ? Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond) : burst
    if (buckets.size >= MOST && !known)
      for (const [id, bucket] of buckets) if (at - bucket.at > (burst / perSecond) * 1000) buckets.delete(id)
    buckets.set(accountId, { left: left < 1 ? left : left - 1, at })
    return left >= 1
  }
  const giveBack = (accountId: string) => {
    const known = buckets.get(accountId)
    if (known) known.left = Math.min(burst, known.left + 1)
  }
  return Object.assign(take, { giveBack })
}

/** Takes one message from what a person may send; false when nothing is left for the moment. */
export const mayWrite = pace(BURST, PER_SECOND)

/** The same of reactions to messages, which are a finger's work. */
export const mayReact = pace(30, 4)

/**
 * The same of attempts, repeats included, asked before anything else is: a flood costs the room's lock and the database
 * nothing. A browser that comes back sends all that it could not send before, so it is wider.
 */
export const mayAttempt = pace(60, 10)
