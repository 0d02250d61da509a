import { nextPitchState, type PitchState } from '#features/core/pitch/rules.ts'

/** A pitch is rehearsed as long as it can be started. */
export const mayBeRehearsed = (state: PitchState): boolean => nextPitchState(state, 'start') !== undefined

/** How often it is looked whether anybody rehearses still, in milliseconds: a quarter of an hour. */
export const WATCH_EVERY = 15 * 60_000
/** A rehearsal in which nobody has been for so long ends by itself, in milliseconds: two hours. */
export const FORGOTTEN_AFTER = 2 * 3_600_000

/** Whether nobody rehearses any more. `seen`: `now` when somebody is there, else when the last one left, if anybody came. */
export function isForgotten(opened: Date, seen: Date | 'now' | undefined, now: Date): boolean {
  if (seen === 'now') return false
  return now.getTime() - (seen ?? opened).getTime() >= FORGOTTEN_AFTER
}

/** From the rehearsal to the pitch is one click from here on before the planned start, in milliseconds; earlier it is asked first. */
export const STARTS_AT_ONCE = 30 * 60_000
