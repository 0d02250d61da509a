/** How LiveKit judges somebody's connection. */
export type Quality = 'excellent' | 'good' | 'poor' | 'lost' | 'unknown'

/** Milliseconds for which a line has to be bad before anything is done about it, and well before that is undone. */
const BAD_FOR = 8_000
const WELL_FOR = 20_000

const isBad = (quality: Quality) => quality === 'poor' || quality === 'lost'

/** Judges a line without jumping at every hiccup: it is weak once it was bad for a while, and fine once it was well for longer. */
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
      // back to what it was before the time was up
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

  /** Forgets what it heard: the connection is another one. */
  rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#weak) return
    this.#weak = false
    this.#tell(false)
  }
}
