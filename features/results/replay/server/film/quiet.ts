import { isAnyLive } from '#features/core/pitch/server/queries.ts'
import { every } from '#server/every.ts'
import type { Frame } from '#server/frame.ts'

/** Milliseconds between two looks at whether the work is wanted and may go on. */
const LOOK = 2000
/** Milliseconds until it is tried again. */
export const LATER = 20_000
/** Milliseconds of work at once: after four hours jobs count as lost, and are given to another worker. */
const AT_ONCE = 3 * 3_600_000

/** Why the work stops for now. */
class Interrupted extends Error {}

/**
 * Slow work on video, as long as it is wanted and no pitch is live on any server. Answers whether it is done: it is
 * interrupted when a pitch begins, when it is canceled, and after some hours.
 * @throws what the work throws, and when the server shuts down
 */
export async function whileQuiet(
  frame: Frame,
  ends: AbortSignal | undefined,
  isWanted: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const stop = new AbortController()
  const began = performance.now()
  const signal = ends ? AbortSignal.any([ends, stop.signal]) : stop.signal
  const look = async () => {
    if (!(await isWanted())) stop.abort(new Interrupted('canceled'))
    else if (await isAnyLive(frame.db)) stop.abort(new Interrupted('live'))
    else if (performance.now() - began > AT_ONCE) stop.abort(new Interrupted('later'))
  }
  await look()
  const stopLooking = every(LOOK, look, error => frame.log.warn({ err: error }, 'work on a video goes on'))
  try {
    signal.throwIfAborted()
    await work(signal)
    return true
  } catch (error) {
    if (!(signal.reason instanceof Interrupted)) throw error
    return false
  } finally {
    stopLooking()
  }
}
