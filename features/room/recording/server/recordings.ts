import { randomUUID } from 'node:crypto'
import { recordingPart } from '#features/room/recording/apply.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { every } from '#server/every.ts'
import type { Frame } from '#server/frame.ts'
import { EgressRun } from './egress/egressRun.ts'
import {
  claimRecording,
  finishRecording,
  noteGap,
  openRecordings,
  type RecordingRow,
  releaseAllRecordings,
  releaseRecording,
  renewClaim,
} from './queries.ts'
import { type OpenRecorder, openRecorder } from './recorder/recorder.ts'
import { OwnRun, type Run } from './run.ts'

/** Milliseconds between two looks at what is to be recorded. */
const CHECK_EVERY = 1000

/** What looks for recordings in this process. */
const awake = new Set<() => void>()

/** A recording has begun: this server looks at once, so that its first seconds are not lost. */
export function wakeRecordings(): void {
  for (const wake of awake) wake()
}

export interface Recordings {
  /** The id of the process that records a recording here. */
  pid(id: string): number | undefined
  stop(): Promise<void>
}

/** Records every live pitch that is to be recorded, each on one server. */
export function startRecordings(frame: Frame, open: OpenRecorder = openRecorder): Recordings {
  const serverId = randomUUID()
  const runs = new Map<string, Run>()
  /** Runs that finish; none of them begins again meanwhile. */
  const finishing = new Map<string, Promise<void>>()
  const { db, log } = frame

  const finish = (id: string, then: () => Promise<void>) => {
    const run = runs.get(id)
    runs.delete(id)
    const done = (run?.finish() ?? Promise.resolve())
      .then(then)
      .catch(error => log.error({ err: error, recording: id }, 'a recording is finished later'))
      .finally(() => finishing.delete(id))
    finishing.set(id, done)
  }
  const end = async (row: RecordingRow) => {
    const { id } = row
    if (!(await claimRecording(db, { id, serverId, covered: false }))) return
    // Egress goes on after a server that has died, and leaves files
    if (frame.settings.egress && !runs.has(id)) runs.set(id, new EgressRun(frame, row))
    finish(id, async () => {
      await noteGap(db, id)
      await finishRecording(db, id)
    })
  }
  const look = async (row: RecordingRow) => {
    const { id, pitchId } = row
    if (finishing.has(id)) return renewClaim(db, id, serverId)
    if (row.endedAt) return end(row)
    const room = await roomStateOf(db, pitchId, recordingPart)
    if (room.status !== 2 || !room.recorded) {
      if (runs.has(id)) finish(id, () => releaseRecording(db, id, serverId))
      return
    }
    const run = runs.get(id) ?? newRun(frame, row, open)
    if (!(await claimRecording(db, { id, serverId, covered: run.isCovered() }))) {
      // this server stalled for too long, and another one has taken over
      run.drop()
      runs.delete(id)
      return
    }
    runs.set(id, run)
    await run.tick(room.paused)
  }
  let first = true
  const check = async () => {
    if (first && !frame.settings.redisUrl) await releaseAllRecordings(db)
    first = false
    const rows = await openRecordings(db)
    dropOthers(runs, rows)
    await Promise.all(rows.map(look))
  }
  const checkOnce = oneAtATime(check)
  const failed = (error: unknown) => log.warn({ err: error }, 'recordings are looked at later')
  const wake = () => void checkOnce().catch(failed)
  awake.add(wake)
  const stop = every(CHECK_EVERY, checkOnce, failed)
  return {
    pid: id => runs.get(id)?.pid(),
    stop: async () => {
      stop()
      awake.delete(wake)
      for (const id of [...runs.keys()]) finish(id, () => releaseRecording(db, id, serverId))
      await Promise.all(finishing.values())
    },
  }
}

const newRun = (frame: Frame, row: RecordingRow, open: OpenRecorder): Run =>
  frame.settings.egress ? new EgressRun(frame, row) : new OwnRun(frame, row, open)

/** Drops the runs whose pitch was removed. */
function dropOthers(runs: Map<string, Run>, rows: readonly RecordingRow[]): void {
  const ids = new Set(rows.map(({ id }) => id))
  for (const [id, run] of runs)
    if (!ids.has(id)) {
      run.drop()
      runs.delete(id)
    }
}

/** A caller who comes while it runs waits for that run. */
function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let going: Promise<void> | undefined
  return () => {
    going ??= act().finally(() => {
      going = undefined
    })
    return going
  }
}
