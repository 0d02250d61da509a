/** A packet of RTP. */
export interface Packet {
  readonly sequence: number
  readonly timestamp: number
  /** The last packet of a frame. */
  readonly marker: boolean
  readonly payload: Buffer
}

/** Milliseconds for which a missing packet is waited for: what was lost is requested again, and comes within that time. */
const WAIT = 400
/** Packets that wait behind a missing one at most. */
const MOST_WAITING = 600

/** Puts the packets of a track in order. A packet that does not come is given up, and the next one says so (`gap`). */
export class InOrder {
  lost = 0
  received = 0
  readonly #take: (packet: Packet, gap: boolean) => void
  readonly #now: () => number
  readonly #waiting = new Map<number, Packet>()
  #next: number | undefined
  #since = 0

  constructor(take: (packet: Packet, gap: boolean) => void, now: () => number = () => performance.now()) {
    this.#take = take
    this.#now = now
  }

  push(packet: Packet): void {
    this.received++
    this.#next ??= packet.sequence
    // it has come twice, or was given up
    if (((packet.sequence - this.#next) & 0xffff) > 0x8000) return
    this.#waiting.set(packet.sequence, packet)
    this.#drain(false)
    if (this.#waiting.size === 0) {
      this.#since = 0
      return
    }
    const now = this.#now()
    this.#since ||= now
    if (now - this.#since < WAIT && this.#waiting.size < MOST_WAITING) return
    while (!this.#waiting.has(this.#next)) {
      this.#next = (this.#next + 1) & 0xffff
      this.lost++
    }
    this.#drain(true)
    this.#since = this.#waiting.size > 0 ? now : 0
  }

  #drain(afterGap: boolean): void {
    let gap = afterGap
    for (let packet = this.#waiting.get(this.#next ?? 0); packet; packet = this.#waiting.get(this.#next ?? 0)) {
      this.#waiting.delete(packet.sequence)
      this.#next = (packet.sequence + 1) & 0xffff
      this.#take(packet, gap)
      gap = false
    }
  }
}
