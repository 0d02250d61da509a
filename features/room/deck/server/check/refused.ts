import type { DeckFailure } from '#features/room/deck/rules.ts'

/** A file that cannot be presented, and why. `detail` is for the log alone. */
export class DeckRefused extends Error {
  readonly failure: DeckFailure
  constructor(failure: DeckFailure, detail = '') {
    super(detail ? `${failure}: ${detail}` : failure)
    this.name = 'DeckRefused'
    this.failure = failure
  }
}
