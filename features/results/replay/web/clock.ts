import { emptySpans, type Span } from '../spans.ts'

/** The state of the one clock of a replay. */
export interface ClockNow {
  readonly at: number
  readonly playing: boolean
  readonly speed: number
  /** What it skipped last by itself: from where it was, or was sent. */
  readonly jumped: Span | undefined
}

/** Where to go on from a moment: after the empty span that it lies in. */
export const skipped = (at: number, empty: readonly Span[]): number => spanAt(at, empty)?.to ?? at

const spanAt = (at: number, spans: readonly Span[]): Span | undefined =>
  spans.find(({ from, to }) => at >= from && at < to)

/** Seconds that it may land beside a place that was sought before it says so. */
const BESIDE = 0.5

/** The clock that all elements of a replay follow. It stops while one of them waits for its data. */
export class ReplayClock {
  readonly seconds: number
  /** In which nothing can be played. */
  #empty: readonly Span[]
  /** Those together with the silences that are skipped when it plays into them. */
  #dull: readonly Span[]
  /** Where it was sent last: a silence that was sought is heard. */
  #sought: number | undefined
  #jumped: Span | undefined
  readonly #now: () => number
  #at = 0
  #since: number | undefined
  #speed = 1
  #waits = false
  #shown: ClockNow = { at: 0, playing: false, speed: 1, jumped: undefined }
  readonly #watchers = new Set<() => void>()

  constructor(seconds: number, empty: readonly Span[], now: () => number = () => performance.now()) {
    this.seconds = seconds
    this.#empty = empty
    this.#dull = empty
    this.#now = now
    this.#at = skipped(0, empty)
    this.#tell()
  }

  readonly get = (): ClockNow => this.#shown
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  get at(): number {
    const passed = this.#since === undefined || this.#waits ? 0 : ((this.#now() - this.#since) / 1000) * this.#speed
    return Math.min(this.seconds, this.#at + passed)
  }

  get playing(): boolean {
    return this.#since !== undefined
  }

  get runs(): boolean {
    return this.playing && !this.#waits
  }

  play(): void {
    if (this.at >= this.seconds) {
      this.#at = skipped(0, this.#empty)
      this.#sought = undefined
    }
    this.#since = this.#now()
    this.#tell()
  }

  pause(): void {
    this.#at = this.at
    this.#since = undefined
    this.#tell()
  }

  /** Goes to a place, or to the end of the pause or gap that it lies in. */
  seek(at: number): void {
    const wanted = Math.max(0, at)
    const to = Math.min(this.seconds, skipped(wanted, this.#empty))
    this.#jumped = to - wanted > BESIDE ? { from: wanted, to } : undefined
    this.#sought = to
    this.#go(to)
  }

  #go(at: number): void {
    this.#at = at
    if (this.#since !== undefined) this.#since = this.#now()
    this.#tell()
  }

  setSpeed(speed: number): void {
    this.#settle()
    this.#speed = speed
    this.#tell()
  }

  /** Skips from now on what is empty, and these silences where it plays into them. */
  skip(empty: readonly Span[], silences: readonly Span[] = []): void {
    this.#empty = empty
    this.#dull = emptySpans([...empty, ...silences])
    // who wants them skipped while one is played means this one too
    if (this.playing) this.#sought = undefined
  }

  /** An element has no data for now, or has it again. */
  wait(waits: boolean): void {
    if (waits === this.#waits) return
    this.#settle()
    this.#waits = waits
  }

  /** Called many times a second: skips what was not recorded, and silences, and stops at the end. */
  tick(): void {
    const { at } = this
    const next = Math.min(this.seconds, skipped(at, this.#skippedAt(at)))
    if (next !== at) {
      this.#jumped = { from: at, to: next }
      this.#sought = undefined
      this.#go(next)
    } else if (at >= this.seconds && this.playing) this.pause()
    else this.#tell()
  }

  /** Silences are not skipped while it stands, nor where one was sought. */
  #skippedAt(at: number): readonly Span[] {
    const isSought = this.#sought !== undefined && spanAt(this.#sought, this.#dull) === spanAt(at, this.#dull)
    return this.playing && !isSought ? this.#dull : this.#empty
  }

  #settle(): void {
    this.#at = this.at
    if (this.#since !== undefined) this.#since = this.#now()
  }

  #tell(): void {
    const { at, playing } = this
    const [speed, jumped, shown] = [this.#speed, this.#jumped, this.#shown]
    if (shown.at === at && shown.playing === playing && shown.speed === speed && shown.jumped === jumped) return
    this.#shown = { at, playing, speed, jumped }
    for (const watcher of this.#watchers) watcher()
  }
}
