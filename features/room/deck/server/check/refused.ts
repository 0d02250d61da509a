import type { DeckFailure } from '#features/room/deck/rules.ts'

/** A file that cannot be presented, and why. `detail` is for the log alone. */
export class DeckRefused extends Error {
  readonly failure: DeckFailure
  /** Whether another try would end in the same. */
  readonly isCertain: boolean
  constructor(failure: DeckFailure, detail = '', { isCertain = false } = {}) {
    super(detail ? `${failure}: ${detail}` : failure)
    this.name = 'DeckRefused'
    this.failure = failure
    this.isCertain = isCertain
  }
}
