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
