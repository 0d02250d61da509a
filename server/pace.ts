import { type AnyCall, CallFailed } from '#contract/call.ts'
import { type Handle, type Preparation, type PreparedHandler, prepares } from '#server/context.ts'

/** Takes one turn of what somebody may do; false when none is left for the moment. */
export interface Pace {
  (accountId: string, now: Date): boolean
  /** What was taken turned out to be for nothing. */
  giveBack(accountId: string): void
}

/** People remembered; a bucket that is full again need not be. */
const MOST = 10_000

/** Lets each person do something so many times at once, and so many times a second for long. */
export function newPace(burst: number, perSecond: number): Pace {
  const buckets = new Map<string, { left: number; at: number }>()
  const forgetFull = (at: number) => {
    for (const [id, bucket] of buckets) if (at - bucket.at > (burst / perSecond) * 1000) buckets.delete(id)
  }
  const take = (accountId: string, now: Date) => {
    const at = now.getTime()
    const known = buckets.get(accountId)
    // a clock that is put back takes nothing from anybody
    const passed = known ? Math.max(0, at - known.at) / 1000 : 0
    const left = known ? Math.min(burst, known.left + passed * perSecond) : burst
    if (buckets.size >= MOST && !known) forgetFull(at)
    buckets.set(accountId, { left: left < 1 ? left : left - 1, at })
    return left >= 1
  }
  const giveBack = (accountId: string) => {
    const known = buckets.get(accountId)
    if (known) known.left = Math.min(burst, known.left + 1)
  }
  return Object.assign(take, { giveBack })
}

/** A handler for those who keep a pace: whoever is faster is refused before a connection is held for them. */
export function paced<C extends AnyCall>(may: Pace, handle: Handle<C>): PreparedHandler<C> {
  const refuseHaste: Preparation<C> = async ({ actor, now }) => {
    if (actor && !may(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  }
  return prepares(refuseHaste, handle)
}
