/** People remembered; a bucket that is full again need not be. */
const MOST = 10_000

/** Lets each person do something so many times at once, and so many times a second for long. */
export function newPace(burst: number, perSecond: number): (accountId: string, now: Date) => boolean {
  const buckets = new Map<string, { left: number; at: number }>()
  const forgetFull = (at: number) => {
    for (const [id, bucket] of buckets) if (at - bucket.at > (burst / perSecond) * 1000) buckets.delete(id)
  }
  return (accountId, now) => {
    const at = now.getTime()
    const known = buckets.get(accountId)
    const left = known ? Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond) : burst
    if (buckets.size >= MOST && !known) forgetFull(at)
    buckets.set(accountId, { left: left < 1 ? left : left - 1, at })
    return left >= 1
  }
}
