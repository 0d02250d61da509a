import { setImmediate as nextRound } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a round of the event loop in which no other background work of this process goes on: jobs wait for it
 * between the parts of what they do at length, so that a call waits for one part at most, however many jobs run.
 */
export function backgroundTurn(): Promise<unknown> {
  last = last.then(() => nextRound())
  return last
}
