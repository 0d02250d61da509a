/** Pauses between attempts, in milliseconds; the last one goes on. */
const pauses = [300, 1000, 2000, 4000, 8000]
/** Pauses before LiveKit's own attempts to go on where it was; after them it begins anew, with a fresh token. */
const resumes = [0, 300, 1200, 2700, 4800]
/** Milliseconds that it has for that once the server can be reached again. */
const GOES_ON = 700
/** Milliseconds until an attempt is given up that had begun before the room lost its line, and may hang. */
const HANGS = 500

interface Acts {
  open(): void
  /** Ends what LiveKit still tries, and opens. */
  anew(): void
  /** Ends what is tried, and counts it as failed. */
  giveUp(): void
  /** Whether LiveKit tries to go on by itself. */
  isGoingOn(): boolean
  /** Whether there is no connection: one is being made, or made again. */
  isMaking(): boolean
}

/**
 * When to connect to the video again. While the server cannot be reached, as far as the room's own line knows, nothing is
 * tried: browsers make one WebSocket to a server at a time, and one that hangs keeps the room's own line waiting.
 */
export class Attempts {
  readonly #acts: Acts
  #failed = 0
  #reachable = true
  /** One has failed, and the next has not begun. */
  #due = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(acts: Acts) {
    this.#acts = acts
  }

  /** Whether one has failed since it was connected last. */
  get isRepeat(): boolean {
    return this.#failed > 0
  }

  /** How LiveKit tries to go on by itself. */
  readonly policy = {
    nextRetryDelayInMs: ({ retryCount }: { retryCount: number }): number | null =>
      this.#reachable ? (resumes[retryCount] ?? null) : null,
  }

  begins(): void {
    this.#due = false
    clearTimeout(this.#timer)
  }

  succeeded(): void {
    this.#failed = 0
  }

  failed(): void {
    clearTimeout(this.#timer)
    const pause = pauses[Math.min(this.#failed++, pauses.length - 1)]
    this.#due = true
    if (this.#reachable) this.#timer = setTimeout(() => this.#acts.open(), pause)
  }

  reach(can: boolean): void {
    const back = can && !this.#reachable
    if (!can && this.#reachable) this.#makeWay()
    this.#reachable = can
    if (back) clearTimeout(this.#timer)
    if (back && this.#due) this.#acts.open()
    else if (back && this.#acts.isGoingOn()) this.#goOn()
  }

  /**
   * LiveKit could not go on where it was, and begins anew by itself: after that it waits for two seconds before it shows
   * anything, whatever it gets. Whoever sends nothing loses nothing by a new connection of ours.
   */
  restarts(): void {
    if (this.#reachable) this.#acts.anew()
  }

  /** LiveKit may be about to go on where it was, which is better than to begin anew. */
  #goOn(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#acts.isGoingOn()) this.#acts.anew()
    }, GOES_ON)
  }

  #makeWay(): void {
    clearTimeout(this.#timer)
    if (this.#due) return
    this.#timer = setTimeout(() => {
      if (this.#acts.isMaking()) this.#acts.giveUp()
    }, HANGS)
  }

  end(): void {
    this.begins()
    this.#failed = 0
  }
}
