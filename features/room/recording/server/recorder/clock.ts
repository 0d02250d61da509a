/** Seconds by which an estimate may follow a clock that drifts, with each new value. */
const LEAK = 0.0005
/** Seconds by which a track is steered with each of its packets, so that no ear hears it. */
const STEP = 0.001
/** Seconds of error above which a track is set right at once. */
const JUMP = 0.5

/** The smallest of many values, which may slowly grow. */
class Least {
  #value = Number.POSITIVE_INFINITY
  learn(value: number): number {
    this.#value = Math.min(this.#value + LEAK, value)
    return this.#value
  }
}

/** What LiveKit's clock is behind ours. Reports come late, never early, so the smallest difference is nearest. */
export class Skew extends Least {}

/**
 * The time of one track on the recording's clock, in seconds: by the arrival of its packets at first, then by the
 * reports of LiveKit, which keep sound and picture of a person together.
 */
export class TrackClock {
  readonly #rate: number
  readonly #now: () => number
  readonly #skew: Skew
  readonly #arrival = new Least()
  #previous: number | undefined
  #ticks = 0
  #offset: number | undefined
  #reported: number | undefined

  /** `now`: seconds since the recording began. */
  constructor(rate: number, skew: Skew, now: () => number) {
    this.#rate = rate
    this.#skew = skew
    this.#now = now
  }

  /** When a packet with this timestamp was sent. */
  at(timestamp: number): number {
    const since = this.#unwrap(timestamp)
    const arrival = this.#arrival.learn(this.#now() - since)
    const aim = this.#reported ?? arrival
    const offset = this.#offset ?? aim
    const error = aim - offset
    this.#offset = Math.abs(error) > JUMP ? aim : offset + Math.max(-STEP, Math.min(STEP, error))
    return Math.max(0, since + this.#offset)
  }

  /** A report of LiveKit: the timestamp that belongs to a time of its clock, in seconds. */
  report(time: number, timestamp: number): void {
    if (this.#previous === undefined) return
    const since = (this.#ticks + ((timestamp - this.#previous) | 0)) / this.#rate
    this.#reported = time + this.#skew.learn(this.#now() - time) - since
  }

  /** Seconds since the first packet; timestamps wrap around after 2^32. */
  #unwrap(timestamp: number): number {
    this.#ticks += (timestamp - (this.#previous ?? timestamp)) | 0
    this.#previous = timestamp
    return this.#ticks / this.#rate
  }
}
