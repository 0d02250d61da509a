import { type Skew, TrackClock } from './clock.ts'
import { Frames } from './h264.ts'
import { InOrder, type Packet } from './inOrder.ts'
import { Line, SEGMENT } from './line.ts'
import type { Piece } from './messages.ts'
import { SILENCE, timescales } from './mp4.ts'
import type { Arriving, Asks, Published } from './subscriber.ts'

/** Seconds that a packet of silence lasts. */
const PACKET = 0.02
/** Seconds by which silence is filled in behind the present: a packet may still come. */
const BEHIND = 2
/** Milliseconds between two looks at a track, and between two requests for a key frame. */
const LOOK = 250
const ASK_PACE = 500
/** Seconds without a picture after which it counts as gone. A screen that does not change sends one about every second. */
const GONE = 6
/** LiveKit begins with the smallest layer and climbs: for so many milliseconds the recording waits for the best one. */
const CLIMB = 2000
/** LiveKit sends a black picture of this width at most when a track is muted or ends. */
const FAREWELL = 16

export interface TrackParts extends Published {
  readonly line: string
  readonly next: { readonly head: number; readonly segment: number }
  readonly isMuted: boolean
  readonly skew: Skew
  readonly ask: Asks
  readonly emit: (piece: Piece) => void
  /** Seconds since the recording began. */
  readonly now: () => number
}

/** One publication of a person, on its way into their line. */
export interface RecordedTrack extends Arriving {
  hold(on: boolean): void
  mute(on: boolean): void
  end(): void
}

export const openTrack = (parts: TrackParts): RecordedTrack =>
  parts.source === 'camera' || parts.source === 'screen_share' ? new PictureTrack(parts) : new SoundTrack(parts)

/** What sound and pictures have in common: nothing is written while the recording is held. */
abstract class Track implements RecordedTrack {
  readonly clock: TrackClock
  readonly line: Line
  readonly now: () => number
  isHeld = false
  isMuted: boolean
  abstract readonly order: InOrder
  readonly #timer = setInterval(() => this.look(), LOOK)

  constructor({ line: id, next, now, skew, emit, isMuted }: TrackParts, codec: 'h264' | 'opus') {
    this.now = now
    this.isMuted = isMuted
    this.clock = new TrackClock(timescales[codec], skew, now)
    this.line = new Line({ id, codec, next }, emit)
  }

  abstract look(): void

  packet(packet: Parameters<Arriving['packet']>[0]): void {
    this.order.push(packet)
  }

  report(time: number, timestamp: number): void {
    this.clock.report(time, timestamp)
  }

  hold(on: boolean): void {
    if (on === this.isHeld) return
    // what was sent before the pause is written, and nothing of the pause, however late it comes
    if (on) this.order.flush()
    else this.order.reset()
    if (on) this.line.flush()
    this.isHeld = on
  }

  mute(on: boolean): void {
    this.isMuted = on
  }

  end(): void {
    clearInterval(this.#timer)
    this.order.flush()
    this.line.flush()
  }
}

/** A microphone, or the sound of a screen. Between its packets (muted, or nothing to hear) there is silence, not a hole. */
class SoundTrack extends Track {
  readonly order: InOrder

  constructor(parts: TrackParts) {
    super(parts, 'opus')
    this.line.code({ codec: 'opus' }, 0)
    const take = ({ payload, timestamp }: Packet) => {
      const at = this.clock.at(timestamp)
      if (payload.length === 0 || this.isHeld) return
      this.#fill(at)
      const next = (this.line.last ?? at - PACKET) + PACKET
      // packets follow each other without a gap, however their clock is steered
      this.line.add(Math.abs(at - next) < PACKET / 2 ? next : at, payload, true)
    }
    this.order = new InOrder(take, { request: parts.ask.again })
  }

  look(): void {
    this.order.look()
    if (!this.isHeld) this.#fill(this.now() - BEHIND)
  }

  #fill(until: number): void {
    for (let last = this.line.last; last !== undefined && until - last > PACKET * 1.75; last = this.line.last)
      this.line.add(last + PACKET, SILENCE, true)
  }
}

/** A camera or a screen. While it is off there is a hole, over which the replay says so. */
class PictureTrack extends Track {
  readonly order: InOrder
  readonly #askKey: () => void
  readonly #began = performance.now()
  #asked = Number.NEGATIVE_INFINITY
  #keyAt = Number.NEGATIVE_INFINITY
  /** A key frame has to come before anything is written again. */
  #waitsForKey = true

  constructor(parts: TrackParts) {
    super(parts, 'h264')
    const { width, ask } = parts
    this.#askKey = ask.key
    const frames = new Frames(
      ({ timestamp, key, data, sets }) => {
        const at = this.clock.at(timestamp)
        if (this.isHeld || this.isMuted || (sets && sets.width <= FAREWELL)) return
        const { coding } = this.line
        const isClimbing = performance.now() - this.#began < CLIMB && (sets?.width ?? 0) < width * 0.75
        if (this.#waitsForKey && (!key || (!coding && isClimbing))) return
        if (key && sets && !isCodedAs(coding, sets)) this.line.code({ codec: 'h264', ...sets }, at)
        if (!this.line.coding) return
        this.#waitsForKey = false
        if (key) this.#keyAt = performance.now()
        this.line.add(at, data, key)
      },
      () => this.#ask(),
    )
    this.order = new InOrder((packet, gap) => frames.push(packet, gap), { request: ask.again })
    this.#ask()
  }

  look(): void {
    this.order.look()
    if (this.isHeld || this.isMuted) return
    // browsers send no regular key frames, with one of which a segment has to begin
    if (performance.now() - this.#keyAt > (SEGMENT - 0.3) * 1000) this.#ask()
    if (this.line.last !== undefined && this.now() - this.line.last > GONE) this.#interrupt()
  }

  override hold(on: boolean): void {
    super.hold(on)
    if (on) this.#waitsForKey = true
  }

  override mute(on: boolean): void {
    super.mute(on)
    if (on) this.#interrupt()
    else this.#ask()
  }

  #interrupt(): void {
    this.line.flush()
    this.#waitsForKey = true
  }

  #ask(): void {
    const now = performance.now()
    if (now - this.#asked < ASK_PACE) return
    this.#asked = now
    this.#askKey()
  }
}

const isCodedAs = (coding: Line['coding'], { sps, pps }: { sps: Buffer; pps: Buffer }): boolean =>
  coding?.codec === 'h264' && coding.sps.equals(sps) && coding.pps.equals(pps)
