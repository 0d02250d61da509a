import type { Segment } from '../segments.ts'
import { happens } from './happens.ts'

/** Seconds that are kept behind the place of an element. */
const BEHIND = 30
/** Seconds of the longest segment. */
const SEGMENT = 10

/** A coding that the browser cannot play from segments. */
export class Unsupported extends Error {}

export type Source = typeof MediaSource

/** One source buffer: a stretch is a picture or a sound. */
export class Buffered {
  readonly #source: MediaSource
  readonly #seconds: number
  #buffer: SourceBuffer | undefined
  #type = ''
  #head: string | undefined

  constructor(source: MediaSource, seconds: number) {
    this.#source = source
    this.#seconds = seconds
  }

  /** Adds a segment; false when the browser has no room for it now. */
  async add(segment: Segment, [head, bytes]: readonly ArrayBuffer[], now: number): Promise<boolean> {
    const type = typeOf(head as ArrayBuffer)
    const buffer = this.#open(type)
    try {
      if (this.#head !== segment.head) await done(buffer, () => buffer.appendBuffer(head as ArrayBuffer))
      this.#head = segment.head
      // whatever its own times are, it is played where the playlist has it
      buffer.mode = 'sequence'
      buffer.timestampOffset = segment.from
      await done(buffer, () => buffer.appendBuffer(bytes as ArrayBuffer))
    } catch (error) {
      if ((error as Error).name !== 'QuotaExceededError') throw error
      // not what plays: a browser removes up to the next key frame
      await this.#forget(now - SEGMENT)
      return false
    }
    await this.#forget(now - BEHIND)
    return true
  }

  /** Says that nothing follows, once the last segment is there. */
  settle(segments: readonly Segment[], empty: ReadonlySet<Segment>): void {
    const last = segments.findLast(one => !empty.has(one))
    if (last && this.#buffer && this.#source.readyState === 'open' && isIn(this.#buffer, last))
      this.#source.endOfStream()
  }

  #open(type: string): SourceBuffer {
    if (type === this.#type && this.#buffer) return this.#buffer
    if (!(this.#source.constructor as Source).isTypeSupported(type)) throw new Unsupported(type)
    if (this.#buffer) this.#buffer.changeType(type)
    else {
      this.#buffer = this.#source.addSourceBuffer(type)
      this.#source.duration = this.#seconds
    }
    this.#type = type
    return this.#buffer
  }

  async #forget(until: number): Promise<void> {
    const buffer = this.#buffer
    if (!buffer || until <= 0 || buffer.buffered.length === 0 || buffer.buffered.start(0) >= until) return
    await done(buffer, () => buffer.remove(0, until))
  }
}

/** The type of what follows a head, by its boxes (RFC 6381). */
export function typeOf(head: ArrayBuffer): string {
  const text = new TextDecoder('latin1').decode(head)
  const at = text.indexOf('avcC')
  if (at < 0) return `audio/mp4; codecs="${text.includes('mp4a') ? 'mp4a.40.2' : 'opus'}"`
  const profile = [...new Uint8Array(head, at + 5, 3)].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return `video/mp4; codecs="avc1.${profile}"`
}

/** Whether the middle of a segment is buffered: at its ends frames may be missing. */
export function isIn({ buffered }: Pick<HTMLMediaElement, 'buffered'>, { from, to }: Segment): boolean {
  const middle = (from + to) / 2
  for (let i = 0; i < buffered.length; i++) if (buffered.start(i) <= middle && middle < buffered.end(i)) return true
  return false
}

/** Waits until a buffer has done something. */
async function done(buffer: SourceBuffer, act: () => void): Promise<void> {
  const ended = happens(undefined, [buffer, 'updateend'])
  act()
  await ended
}
