import { endOfEmpty, isComingAt } from './loadStretch.ts'

/** Seconds by which an element may be off the clock: below, nothing is done; above, it is set right at once. */
const NEAR = 0.05
const FAR = 0.4
/** By how much an element that is a little off plays faster or slower. */
const NUDGE = 0.04
/** Seconds that may be missing between two segments of a stretch. */
const HOLE = 1

/** Where a short hole ends that a moment lies in; undefined for a moment that is buffered, or far from what is. */
export function endOfHole(buffered: TimeRanges, at: number): number | undefined {
  for (let i = 0; i < buffered.length; i++) {
    if (at < buffered.start(i)) return buffered.start(i) - at < HOLE ? buffered.start(i) : undefined
    if (at < buffered.end(i)) return undefined
  }
  return undefined
}

/** Brings an element to where the clock is. Returns whether it waits for data. */
export function follow(
  element: HTMLMediaElement,
  now: { readonly at: number; readonly runs: boolean; readonly speed: number },
): boolean {
  // in a hole it waits at its end, which browsers do not skip by themselves
  const beyond =
    endOfEmpty(element, now.at) ?? (isComingAt(element, now.at) ? undefined : endOfHole(element.buffered, now.at))
  const at = beyond ?? now.at
  const runs = now.runs && beyond === undefined
  const off = element.currentTime - at
  if (Math.abs(off) > FAR || (beyond !== undefined && Math.abs(off) > NEAR)) {
    // where nothing comes it would seek for ever
    if (!element.seeking || endOfEmpty(element, element.currentTime) !== undefined) element.currentTime = at
  } else element.playbackRate = now.speed * (1 + (Math.abs(off) < NEAR ? 0 : -Math.sign(off) * NUDGE))
  const waits = element.seeking || element.readyState < element.HAVE_FUTURE_DATA
  if (runs && element.paused) void element.play().catch(() => {})
  if (!runs && !element.paused) element.pause()
  return waits && !element.error && !element.ended
}
