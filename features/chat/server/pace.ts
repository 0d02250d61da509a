/** Messages that a person may send at once, and so many a second for long: more than anybody types. */
const BURST = 20
const PER_SECOND = 2
/** People remembered; a bucket that is full again need not be. */
const MOST = 10_000

const buckets = new Map<string, { left: number; at: number }>()

/** Takes one message from what a person may send; false when nothing is left for the moment. */
export function mayWrite(accountId: string, now: Date): boolean {
  const at = now.getTime()
  const known = buckets.get(accountId)
  const left = known ? Math.min(BURST, known.left + ((at - known.at) / 1000) * PER_SECOND) : BURST
  if (buckets.size >= MOST && !known) forgetFull(at)
  buckets.set(accountId, { left: left < 1 ? left : left - 1, at })
  return left >= 1
}

function forgetFull(at: number): void {
  for (const [id, bucket] of buckets) if (at - bucket.at > (BURST / PER_SECOND) * 1000) buckets.delete(id)
}
