import { TICKS, TICKS_WRAP } from './transportStream.ts'

/** Seconds by which a playlist and its segments may disagree before the playlist counts. */
const JUMP = 0.5

/** When a segment began by the clock of Egress, and when it was read by ours; in seconds since 1970, besides `ticks`. */
interface EgressSegmentTimes {
  readonly began?: number | undefined
  readonly seconds: number
  readonly ticks: number
  readonly read: number
}

/**
 * The times of one recording of Egress on the clock of the console. Its own clock is believed, as far as it can be right:
 * nothing was recorded before it was asked for, and nothing is read before it was recorded.
 */
export class EgressTimes {
  readonly #asked: number
  #first: number | undefined
  /** Seconds by which the clock of Egress is ahead, at least and at most. */
  #least = Number.NEGATIVE_INFINITY
  #most = Number.POSITIVE_INFINITY
  /** The time by Egress, in seconds since 1970, at which ticks were zero. */
  #zero: number | undefined
  #last: number | undefined

  /** `asked`: when the recording was asked for, in seconds since 1970 by our clock. */
  constructor(asked: number) {
    this.#asked = asked
  }

  /**
   * The next segment is one that began then by the clock of Egress, lasts so long, begins with these ticks, and is read
   * at this time of our clock; in seconds. Where Egress does not say when it began, it follows the one before it, and the
   * first one has just been recorded.
   */
  segment({ ticks, seconds, read, ...told }: EgressSegmentTimes): void {
    const following = this.#zero === undefined ? read - seconds : this.#zero + this.#unwrap(ticks) / TICKS
    const { began = following } = told
    this.#first ??= began
    this.#most = this.#first - this.#asked
    this.#least = Math.max(this.#least, began + seconds - read)
    const zero = began - this.#unwrap(ticks) / TICKS
    if (this.#zero === undefined || Math.abs(zero - this.#zero) > JUMP) this.#zero = zero
  }

  /** When something with these ticks was sent, in seconds since 1970 by our clock. */
  at(ticks: number): number {
    const ahead = Math.min(Math.max(0, this.#least), this.#most)
    return (this.#zero ?? 0) + this.#unwrap(ticks) / TICKS - ahead
  }

  /** Ticks begin again after a day. */
  #unwrap(ticks: number): number {
    const last = this.#last ?? ticks
    const value = ticks + Math.round((last - ticks) / TICKS_WRAP) * TICKS_WRAP
    this.#last = value
    return value
  }
}
