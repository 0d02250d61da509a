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
import { WaitingRecordings } from './waiting.ts'

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

/** Records every live pitch that is to be recorded, each on one server, and on each server as many as its settings say. */
export function startRecordings(frame: Frame, open: OpenRecorder = openRecorder): Recordings {
  const serverId = randomUUID()
  const runs = new Map<string, Run>()
  /** Runs that finish; none of them begins again meanwhile. */
  const finishing = new Map<string, Promise<void>>()
  const waiting = new WaitingRecordings(frame)
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
  /** Claims a recording, or renews the claim. Answers what is to be done for it, if it is this server's. */
  const claim: Claim = async row => {
    const { id, pitchId } = row
    if (finishing.has(id)) return () => renewClaim(db, id, serverId)
    if (row.endedAt) return () => end(row)
    const room = await roomStateOf(db, pitchId, recordingPart)
    const known = runs.get(id)
    if (room.status !== 2 || !room.recorded) {
      if (known) finish(id, () => releaseRecording(db, id, serverId))
      return
    }
    if (!known && runs.size + finishing.size >= frame.settings.recordingsAtOnce) return waiting.tell(row, room.paused)
    const run = known ?? newRun(frame, row, open)
    if (!(await claimRecording(db, { id, serverId, covered: run.isCovered() }))) {
      // another server has it, since this one stalled for too long
      if (known) run.drop()
      runs.delete(id)
      return
    }
    runs.set(id, run)
    return () => run.tick(room.paused)
  }
  let first = true
  const check = async () => {
    if (first && !frame.settings.redisUrl) await releaseAllRecordings(db)
    first = false
    const rows = await openRecordings(db)
    dropOthers(runs, rows)
    waiting.keep(rows)
    await lookAfter(rows, ({ id }) => runs.has(id), claim)
  }
  const stop = checkOften(check, error => log.warn({ err: error }, 'recordings are looked at later'))
  return {
    pid: id => runs.get(id)?.pid(),
    stop: async () => {
      stop()
      for (const id of [...runs.keys()]) finish(id, () => releaseRecording(db, id, serverId))
      await Promise.all(finishing.values())
    },
  }
}

type Claim = (row: RecordingRow) => Promise<(() => Promise<void>) | undefined>

/** Claims recordings and does what is to be done for each: first this server's own, then those that may be another's. */
async function lookAfter(
  rows: readonly RecordingRow[],
  isOwn: (row: RecordingRow) => boolean,
  claim: Claim,
): Promise<void> {
  const others = rows.filter(row => !isOwn(row))
  await Promise.all(rows.filter(isOwn).map(async row => (await claim(row))?.()))
  // one after the other, the oldest first: each finds what the one before it has left
  const begun: Awaited<ReturnType<Claim>>[] = []
  for (const row of others) begun.push(await claim(row))
  await Promise.all(begun.map(act => act?.()))
}

/** Checks every second, and at once when a recording has begun, until it is stopped. */
function checkOften(check: () => Promise<void>, failed: (error: unknown) => void): () => void {
  const checkOnce = oneAtATime(check)
  const wake = () => void checkOnce().catch(failed)
  awake.add(wake)
  const stop = every(CHECK_EVERY, checkOnce, failed)
  return () => {
    stop()
    awake.delete(wake)
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
