/** Pauses between attempts, in milliseconds; the last one repeats. */
const pauses = [300, 1000, 2000, 4000, 8000]
/** Pauses before LiveKit's own attempts to resume, in milliseconds; after them we connect with a new token. */
const resumes = [0, 300, 1200, 2700, 4800]
/** How long LiveKit may take to resume once the server can be reached again, in milliseconds. */
const RESUME_WITHIN = 700
/** Time limit of an attempt that began before the room lost its connection and may hang, in milliseconds. */
const HANGING = 500

interface Acts {
  open(): void
  /** Ends LiveKit's own attempts and opens a new connection. */
  reopen(): void
  /** Ends the current attempt and counts it as failed. */
  giveUp(): void
  /** Whether LiveKit is trying to resume by itself. */
  isResuming(): boolean
  /** Whether a connection is being made or restored. */
  isConnecting(): boolean
}

/**
 * Decides when to connect to the video again. While the room's own socket cannot reach the server, nothing is tried:
 * browsers open one WebSocket to a server at a time, and one that hangs would block the room's.
 */
export class Attempts {
  readonly #acts: Acts
  #failed = 0
  #reachable = true
  /** An attempt has failed, and the next has not begun. */
  #due = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(acts: Acts) {
    this.#acts = acts
  }

  /** Whether an attempt has failed since the last connection. */
  get isRepeat(): boolean {
    return this.#failed > 0
  }

  /** LiveKit's policy for resuming by itself. */
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
    if (!can && this.#reachable) this.#endHanging()
    this.#reachable = can
    if (back) clearTimeout(this.#timer)
    if (back && this.#due) this.#acts.open()
    else if (back && this.#acts.isResuming()) this.#waitToResume()
  }

  /**
   * Handles that LiveKit could not resume and restarts by itself. It then shows nothing for two seconds, so a person who
   * sends nothing gets a new connection instead.
   */
  restarts(): void {
    if (this.#reachable) this.#acts.reopen()
  }

  /** Lets LiveKit resume first, which is better than a new connection. */
  #waitToResume(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#acts.isResuming()) this.#acts.reopen()
    }, RESUME_WITHIN)
  }

  #endHanging(): void {
    clearTimeout(this.#timer)
    if (this.#due) return
    this.#timer = setTimeout(() => {
      if (this.#acts.isConnecting()) this.#acts.giveUp()
    }, HANGING)
  }

  end(): void {
    this.begins()
    this.#failed = 0
  }
}
