import { type AnyCall, CallFailed } from '#contract/call.ts'
import { type Handle, type Preparation, type PreparedHandler, prepares } from '#server/context.ts'

/** Takes one turn from a person's allowance; false when none is left at the moment. */
export interface Pace {
  (accountId: string, now: Date): boolean
  /** Gives the turn back, when it was not used. */
  giveBack(accountId: string): void
}

/** The number of people remembered; a full bucket can be forgotten. */
const MOST = 10_000

/** Lets each person act `burst` times at once, and at a steady rate per second in the long run. */
export function newPace(burst: number, perSecond: number): Pace {
  const buckets = new Map<string, { left: number; at: number }>()
  const forgetFull = (at: number) => {
    for (const [id, bucket] of buckets) if (at - bucket.at > (burst / perSecond) * 1000) buckets.delete(id)
  }
  const take = (accountId: string, now: Date) => {
    const at = now.getTime()
    const known = buckets.get(accountId)
    // a clock that is set back takes no turns away
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

/** Limits a handler's rate for each person: a caller above it is refused before a connection is taken. */
export function paced<C extends AnyCall>(may: Pace, handle: Handle<C>): PreparedHandler<C> {
  const refuseHaste: Preparation<C> = async ({ actor, now }) => {
    if (actor && !may(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  }
  return prepares(refuseHaste, handle)
}
