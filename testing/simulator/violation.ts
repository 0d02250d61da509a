/** Something that must never be: an invariant that does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation'
  /** The invariant, such as `secrecy`. */
  readonly invariant: string
  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`)
    this.invariant = invariant
  }
}

/** Milliseconds until something that has to come counts as never coming: this machine may have more to do. */
export const PATIENCE = 60_000
