import { SAMPLE_RATE } from './provider.ts'

/** Samples of one frame: 20 ms. */
const FRAME = SAMPLE_RATE / 50
const FRAME_MS = 20
/** Sound quieter than this is always silence, in dB below the loudest possible. */
const SILENCE = -55
/** Decibels above the noise of the room from which sound is speech. */
const ABOVE_NOISE = 10
/** An upper bound of the noise, for a speaker without pauses or without any silence before. */
const LOUDEST_NOISE = -38
/** Half seconds whose quietest is taken for the noise. */
const MEMORY = 8
const HALF_SECOND = 25
/** Frames of speech among the last six with which a stretch begins, so that a click is not speech. */
const BEGINS = 4
/** Frames before the beginning that belong to it: quiet first sounds. */
const LEAD = 15

/**
 * Milliseconds of silence that end a stretch, by its length: the longer a person speaks, the shorter the pause at which
 * it is cut, so that readers do not wait.
 */
const pauseFor = (milliseconds: number): number =>
  milliseconds < 5000 ? 600 : milliseconds < 9000 ? 350 : milliseconds < 12_000 ? 160 : 60

interface Parts {
  /** Sound of speech, and when it began. */
  readonly onSpeech: (samples: Int16Array, at: number) => void
  readonly onPause: () => void
}

/** Finds speech by its loudness above the noise of the room. */
export class Segmenter {
  readonly #parts: Parts
  #rest = new Int16Array(0)
  #lead: { samples: Int16Array; at: number; loud: boolean }[] = []
  #floors: number[] = []
  #floor = 0
  #count = 0
  #speaking: { since: number; quiet: number } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Takes sound as it arrives; `at` is the time of its first sample. */
  push(samples: Int16Array, at: number): void {
    const all = new Int16Array(this.#rest.length + samples.length)
    all.set(this.#rest)
    all.set(samples, this.#rest.length)
    const begin = at - (this.#rest.length / SAMPLE_RATE) * 1000
    let from = 0
    for (; from + FRAME <= all.length; from += FRAME)
      this.#take(all.slice(from, from + FRAME), begin + (from / SAMPLE_RATE) * 1000)
    this.#rest = all.slice(from)
  }

  /** The sound has stopped for now. */
  flush(): void {
    this.#rest = new Int16Array(0)
    this.#lead = []
    this.#end()
  }

  #take(samples: Int16Array, at: number): void {
    const level = levelOf(samples)
    this.#learn(level)
    const loud = level > Math.max(SILENCE, this.#noise() + ABOVE_NOISE)
    if (!this.#speaking) {
      this.#listen({ samples, at, loud })
      return
    }
    const { since, quiet } = this.#speaking
    this.#speaking.quiet = loud ? 0 : quiet + FRAME_MS
    this.#parts.onSpeech(samples, at)
    if (this.#speaking.quiet >= pauseFor(at - since)) this.#end()
  }

  #listen(frame: { samples: Int16Array; at: number; loud: boolean }): void {
    this.#lead.push(frame)
    if (this.#lead.length > LEAD) this.#lead.shift()
    if (this.#lead.slice(-6).filter(one => one.loud).length < BEGINS) return
    this.#speaking = { since: frame.at, quiet: 0 }
    for (const one of this.#lead.splice(0)) this.#parts.onSpeech(one.samples, one.at)
  }

  #end(): void {
    if (!this.#speaking) return
    this.#speaking = undefined
    this.#parts.onPause()
  }

  #learn(level: number): void {
    this.#floor = this.#count === 0 ? level : Math.min(this.#floor, level)
    this.#count++
    if (this.#count < HALF_SECOND) return
    this.#count = 0
    this.#floors = [...this.#floors, this.#floor].slice(-MEMORY)
  }

  #noise(): number {
    return this.#floors.length === 0 ? -100 : Math.min(LOUDEST_NOISE, ...this.#floors, this.#floor)
  }
}

/** The loudness of samples in dB below the loudest possible. */
function levelOf(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  const mean = Math.sqrt(sum / samples.length) / 32_768
  return mean === 0 ? -100 : Math.max(-100, 20 * Math.log10(mean))
}
