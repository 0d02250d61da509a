import { nextPitchState, type PitchState } from '#features/core/pitch/rules.ts'

/** A pitch can be rehearsed until it starts. */
export const mayBeRehearsed = (state: PitchState): boolean => nextPitchState(state, 'start') !== undefined

/** How often a running rehearsal is checked for people, in milliseconds: a quarter of an hour. */
export const WATCH_EVERY = 15 * 60_000
/** A rehearsal that has been empty for so long ends by itself, in milliseconds: two hours. */
export const FORGOTTEN_AFTER = 2 * 3_600_000

/** Whether a rehearsal is abandoned. `seen`: `now` while people are in it, else when the last one left, if anyone came. */
export function isForgotten(opened: Date, seen: Date | 'now' | undefined, now: Date): boolean {
  if (seen === 'now') return false
  return now.getTime() - (seen ?? opened).getTime() >= FORGOTTEN_AFTER
}

/** Within so many milliseconds before the planned start one click starts the pitch; earlier a dialog confirms it. */
export const STARTS_AT_ONCE = 30 * 60_000
