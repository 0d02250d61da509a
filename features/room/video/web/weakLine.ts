/** LiveKit's judgement of a participant's connection. */
export type Quality = 'excellent' | 'good' | 'poor' | 'lost' | 'unknown'

/** How long a connection must be bad to count as weak, and good to count as fine again, in milliseconds. */
const BAD_FOR = 8_000
const WELL_FOR = 20_000

const isBad = (quality: Quality) => quality === 'poor' || quality === 'lost'

/** Judges a connection without reacting to short disturbances: weak after a bad period, fine after a longer good one. */
export class LineJudge {
  #weak = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #tell: (weak: boolean) => void

  constructor(tell: (weak: boolean) => void) {
    this.#tell = tell
  }

  hear(quality: Quality): void {
    if (quality === 'unknown') return
    if (isBad(quality) === this.#weak) {
      // changed back before the time was up
      clearTimeout(this.#timer)
      this.#timer = undefined
      return
    }
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        this.#weak = !this.#weak
        this.#tell(this.#weak)
      },
      this.#weak ? WELL_FOR : BAD_FOR,
    )
  }

  /** Starts again, for a new connection. */
  rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#weak) return
    this.#weak = false
    this.#tell(false)
  }
}
