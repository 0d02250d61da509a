import type { RecordingTold } from '#features/room/recording/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { lastSeenDisk } from './disk.ts'
import type { RecordingRow } from './queries.ts'

/** Milliseconds for which a recording that no server has may be about to begin. */
const PATIENCE = 2500
/** Milliseconds between two reports to the presenters. */
const TELL_EVERY = 2000

/** Tells presenters that their recording waits, because every server records as many pitches as it may. */
export class WaitingRecordings {
  readonly #frame: Frame
  readonly #told = new Map<string, number>()

  constructor(frame: Frame) {
    this.#frame = frame
  }

  /** This server cannot take a recording; another one may have it. */
  tell({ id, pitchId, serverId }: RecordingRow, isHeld: boolean): undefined {
    if (serverId !== null || isHeld) {
      this.#told.delete(id)
      return
    }
    const now = rightTime()
    const next = this.#told.get(id) ?? now + PATIENCE
    this.#told.set(id, now < next ? next : now + TELL_EVERY)
    if (now < next) return
    const { isFilling } = lastSeenDisk(this.#frame)
    const told: RecordingTold = { health: 'waiting', level: null, age: null, unrecorded: 0, isFilling }
    this.#frame.rooms.signal(pitchId, 'managers', 'recordingHealth', told)
  }

  /** Forgets those that have ended. */
  keep(rows: readonly RecordingRow[]): void {
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of this.#told.keys()) if (!ids.has(id)) this.#told.delete(id)
  }
}
