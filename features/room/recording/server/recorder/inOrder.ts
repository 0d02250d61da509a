/** A packet of RTP. */
export interface Packet {
  readonly sequence: number
  readonly timestamp: number
  /** The last packet of a frame. */
  readonly marker: boolean
  readonly payload: Buffer
}

/** Milliseconds for which a missing packet is waited for: nobody watches yet, and each request for it may be lost too. */
const WAIT = 1000
/** Milliseconds between two requests for a packet: LiveKit sends none again within 100. */
const AGAIN = 110
/** Packets that wait behind a missing one, and packets that are requested at once, at most. */
const MOST_WAITING = 1500
const MOST_REQUESTED = 200

interface Options {
  /** Requests packets that are missing. */
  readonly request?: (sequences: readonly number[]) => void
  readonly now?: () => number
}

/**
 * Puts the packets of a track in order, and requests those that are missing. A packet that does not come is given up, and
 * the next one says so (`gap`).
 */
export class InOrder {
  lost = 0
  received = 0
  readonly #take: (packet: Packet, gap: boolean) => void
  readonly #request: (sequences: readonly number[]) => void
  readonly #now: () => number
  #requested = Number.NEGATIVE_INFINITY
  #highest = 0
  /** Packets behind a hole and when they came, the oldest first. */
  readonly #waiting = new Map<number, { readonly packet: Packet; readonly at: number }>()
  #next: number | undefined

  constructor(
    take: (packet: Packet, gap: boolean) => void,
    { request = () => {}, now = () => performance.now() }: Options = {},
  ) {
    this.#take = take
    this.#request = request
    this.#now = now
  }

  push(packet: Packet): void {
    this.received++
    if (this.#next === undefined) [this.#next, this.#highest] = [packet.sequence, packet.sequence]
    // it has come twice, or was given up
    if (((packet.sequence - this.#next) & 0xffff) > 0x8000) return
    if (!this.#waiting.has(packet.sequence)) this.#waiting.set(packet.sequence, { packet, at: this.#now() })
    const ahead = (packet.sequence - this.#highest) & 0xffff
    const isNewHole = ahead > 1 && ahead < 0x8000
    if (ahead < 0x8000) this.#highest = packet.sequence
    this.#drain(false)
    this.#settle(isNewHole)
  }

  /** Requests what is still missing, and gives up what is missing for too long; also while no packets come. */
  look(): void {
    if (this.#next !== undefined) this.#settle(false)
  }

  /** Gives up what is missing, and delivers everything that has come. */
  flush(): void {
    while (this.#waiting.size > 0) this.#giveUp()
  }

  /** Forgets what waits: the next packet begins a new order. */
  reset(): void {
    this.#waiting.clear()
    this.#next = undefined
  }

  #settle(isNewHole: boolean): void {
    const now = this.#now()
    // a hole is as old as the first packet that came behind it
    for (let [oldest] = this.#waiting.values(); oldest; [oldest] = this.#waiting.values()) {
      if (now - oldest.at < WAIT && this.#waiting.size < MOST_WAITING) {
        if (isNewHole || now - this.#requested >= AGAIN) this.#requestMissing(now)
        return
      }
      this.#giveUp()
    }
  }

  #giveUp(): void {
    for (let next = this.#next ?? 0; !this.#waiting.has(next); this.#next = next) {
      next = (next + 1) & 0xffff
      this.lost++
    }
    this.#drain(true)
  }

  #requestMissing(now: number): void {
    this.#requested = now
    const missing: number[] = []
    for (let at = this.#next ?? 0; at !== this.#highest && missing.length < MOST_REQUESTED; at = (at + 1) & 0xffff)
      if (!this.#waiting.has(at)) missing.push(at)
    if (missing.length > 0) this.#request(missing)
  }

  #drain(afterGap: boolean): void {
    let gap = afterGap
    const next = () => this.#waiting.get(this.#next ?? 0)?.packet
    for (let packet = next(); packet; packet = next()) {
      this.#waiting.delete(packet.sequence)
      this.#next = (packet.sequence + 1) & 0xffff
      this.#take(packet, gap)
      gap = false
    }
  }
}
