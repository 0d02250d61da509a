import type { Piece } from './messages.ts'
import { type Coding, codecsOf, headOf, type Sample, segmentOf, timescales } from './mp4.ts'

/** Seconds of a segment. */
export const SEGMENT = 4
/** A key frame this much before the end of a segment may begin the next one. */
const EARLY = 0.7
/** Seconds after which a segment ends without a key frame. */
const LONGEST = 10
/** Seconds of a last frame, which no other follows. */
const LAST = { h264: 0.04, opus: 0.02, aac: 1024 / 48_000 } as const

/** Writes one line: everything that one person sends of one kind, over all its publications. Times are in seconds. */
export class Line {
  readonly id: string
  readonly codec: Coding['codec']
  readonly #emit: (piece: Piece) => void
  readonly #scale: number
  #coding: Coding | undefined
  #head: number
  #segment: number
  #samples: Sample[] = []
  /** In units of the timescale: the begin of the segment in work, and of the frame that waits for its end. */
  #start = 0
  #held: { readonly at: number; readonly data: Buffer; readonly key: boolean } | undefined

  constructor(
    { id, codec, next }: { id: string; codec: Coding['codec']; next: { head: number; segment: number } },
    emit: (piece: Piece) => void,
  ) {
    this.id = id
    this.codec = codec
    this.#emit = emit
    this.#scale = timescales[codec]
    this.#head = next.head - 1
    this.#segment = next.segment
  }

  get coding(): Coding | undefined {
    return this.#coding
  }

  /** When the last frame began; undefined while nothing is being recorded. */
  get last(): number | undefined {
    return this.#held && this.#held.at / this.#scale
  }

  /** The next frames are coded like this. What is held was coded the old way, and ends its segment. */
  code(coding: Coding, at: number): void {
    if (this.#held) {
      this.#release(this.#held.at + Math.max(1, Math.round(at * this.#scale) - this.#held.at))
      this.#cut()
    }
    this.#coding = coding
    this.#head++
    const codecs = codecsOf(coding)
    this.#emit({ type: 'head', line: this.id, number: this.#head, codecs, bytes: headOf(coding) })
  }

  add(at: number, data: Buffer, key: boolean): void {
    let begins = Math.round(at * this.#scale)
    if (this.#held) {
      begins = Math.max(begins, this.#held.at + 1)
      this.#release(begins)
      const length = (begins - this.#start) / this.#scale
      const isFull = length >= (this.codec === 'h264' ? SEGMENT - EARLY : SEGMENT)
      if ((key && isFull) || length >= LONGEST) this.#cut()
    }
    if (this.#samples.length === 0) this.#start = begins
    this.#held = { at: begins, data, key }
  }

  /** Ends the segment in work: nothing follows for the time being. */
  flush(): void {
    if (this.#held) this.#release(this.#held.at + Math.round(LAST[this.codec] * this.#scale))
    this.#cut()
  }

  /** The held frame lasts until `end`. */
  #release(end: number): void {
    if (!this.#held) return
    if (this.#samples.length === 0) this.#start = this.#held.at
    const { at, data, key } = this.#held
    this.#samples.push({ data, key, duration: end - at })
    this.#held = undefined
  }

  #cut(): void {
    const samples = this.#samples
    if (samples.length === 0) return
    this.#samples = []
    const number = this.#segment++
    const duration = samples.reduce((sum, sample) => sum + sample.duration, 0) / this.#scale
    this.#emit({
      ...{ type: 'segment', line: this.id, number, head: this.#head, duration },
      start: this.#start / this.#scale,
      bytes: segmentOf(number + 1, this.#start, samples),
    })
  }
}
