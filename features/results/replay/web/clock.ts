import type { Span } from '../spans.ts'

/** The state of the one clock of a replay. */
export interface ClockNow {
  readonly at: number
  readonly playing: boolean
  readonly speed: number
  /** What it skipped last by itself. */
  readonly jumped: Span | undefined
}

/** Where to go on from a moment: after the empty span that it lies in. */
export function skipped(at: number, empty: readonly Span[]): number {
  const span = empty.find(({ from, to }) => at >= from && at < to)
  return span ? span.to : at
}

/** The clock that all elements of a replay follow. It stops while one of them waits for its data. */
export class ReplayClock {
  readonly seconds: number
  #empty: readonly Span[]
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
    if (this.at >= this.seconds) this.#at = skipped(0, this.#empty)
    this.#since = this.#now()
    this.#tell()
  }

  pause(): void {
    this.#at = this.at
    this.#since = undefined
    this.#tell()
  }

  seek(at: number): void {
    this.#jumped = undefined
    this.#go(at)
  }

  #go(at: number): void {
    this.#at = Math.max(0, Math.min(this.seconds, skipped(at, this.#empty)))
    if (this.#since !== undefined) this.#since = this.#now()
    this.#tell()
  }

  setSpeed(speed: number): void {
    this.#settle()
    this.#speed = speed
    this.#tell()
  }

  /** Skips these spans from now on. */
  skip(empty: readonly Span[]): void {
    this.#empty = empty
  }

  /** An element has no data for now, or has it again. */
  wait(waits: boolean): void {
    if (waits === this.#waits) return
    this.#settle()
    this.#waits = waits
  }

  /** Called many times a second: skips what was not recorded, and stops at the end. */
  tick(): void {
    const { at } = this
    const next = skipped(at, this.#empty)
    if (next !== at) {
      this.#jumped = { from: at, to: next }
      this.#go(next)
    } else if (at >= this.seconds && this.playing) this.pause()
    else this.#tell()
  }

  #settle(): void {
    this.#at = this.at
    if (this.#since !== undefined) this.#since = this.#now()
  }

  #tell(): void {
    const { at, playing } = this
    const speed = this.#speed
    if (this.#shown.at === at && this.#shown.playing === playing && this.#shown.speed === speed) return
    this.#shown = { at, playing, speed, jumped: this.#jumped }
    for (const watcher of this.#watchers) watcher()
  }
}
