import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { lastSeenDisk } from './disk.ts'
import { headKey, segmentKey } from './keys.ts'
import { storePiece } from './queries.ts'
import type { Piece } from './recorder/messages.ts'

/** Pieces that may wait for the storage; further ones are lost, and make a gap. */
const MOST_WAITING_BYTES = 128 * 1024 ** 2
/** Milliseconds between attempts to store a piece, and for how long it is tried. */
const STORE_AGAIN = 2000
const STORE_FOR = 60_000

/** Stores the pieces of one recording in their order. */
export class PieceStore {
  readonly #recording: string
  readonly #frame: Pick<Frame, 'db' | 'storage' | 'log' | 'settings'>
  /** What is on its way to the storage. */
  #storing: Promise<void> = Promise.resolve()
  #waiting = 0
  #storedAt: number | undefined
  /** A piece was lost, and no gap has been noted for it yet. */
  hasLost = false
  #hadNoSpace = false

  constructor(recording: string, frame: Pick<Frame, 'db' | 'storage' | 'log' | 'settings'>) {
    this.#recording = recording
    this.#frame = frame
  }

  /** The storage is full, or so nearly that the rest is left to the database: nothing is recorded. */
  get isFull(): boolean {
    return this.#hadNoSpace || lastSeenDisk(this.#frame).isFull
  }

  /** Seconds since the last segment was stored; null before the first. */
  age(now: number): number | null {
    return this.#storedAt === undefined ? null : Math.round((now - this.#storedAt) / 1000)
  }

  /** All that was handed over so far is stored, or lost. */
  settled(): Promise<void> {
    return this.#storing
  }

  store(piece: Piece): void {
    if (this.#waiting + piece.bytes.length > MOST_WAITING_BYTES) {
      this.hasLost = true
      return
    }
    this.#waiting += piece.bytes.length
    this.#storing = this.#storing.then(async () => {
      await this.#keep(piece)
      this.#waiting -= piece.bytes.length
    })
  }

  /** Puts a piece into the storage and then into the database: what the database knows is there. */
  async #keep(piece: Piece): Promise<void> {
    const { db, storage, log } = this.#frame
    const key = (piece.type === 'head' ? headKey : segmentKey)(this.#recording, piece.line, piece.number)
    if (lastSeenDisk(this.#frame).isFull) {
      this.hasLost = true
      return
    }
    const until = rightTime() + STORE_FOR
    for (;;)
      try {
        await storage.put(key, Buffer.from(piece.bytes))
        await storePiece(db, piece)
        this.#hadNoSpace = false
        if (piece.type === 'segment') this.#storedAt = rightTime()
        return
      } catch (error) {
        this.#hadNoSpace = (error as NodeJS.ErrnoException).code === 'ENOSPC'
        log.warn({ err: error, recording: this.#recording }, 'a segment of a recording is not stored yet')
        if (this.#hadNoSpace || rightTime() > until) {
          this.hasLost = true
          return
        }
        await new Promise(resolve => setTimeout(resolve, STORE_AGAIN))
      }
  }
}
