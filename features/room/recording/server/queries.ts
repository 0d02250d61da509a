import { and, eq, inArray, isNotNull, isNull, like, lt, max, not, or, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { onHold } from '#features/core/pitch/server/holdQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { TrackSource } from '#features/room/media/rules.ts'
import { someoneIsHere } from '#features/room/room/server/stays.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Piece } from './recorder/messages.ts'
import { recording, recordingGap, recordingHead, recordingLine, recordingSegment } from './tables.ts'

type Db = Database | Transaction
export type RecordingRow = typeof recording.$inferSelect

/**
 * A server that has not renewed its claim on a recording for ten seconds is taken for dead. Times are those of the
 * database's clock, since clocks of servers may differ by minutes.
 */
const isSilent = or(isNull(recording.seenAt), sql`${recording.seenAt} < now() - interval '10 seconds'`)

/** Seconds by which the database's time is after that of a column. */
const since = (column: typeof recording.startedAt) => sql<number>`extract(epoch from now() - ${column})::float8`

/** [ENT-010] The pitches of which a recording with a transcript goes on, and that have people in their room. */
export async function pitchesToTranscribe(db: Db): Promise<number[]> {
  const rows = await db
    .select({ pitchId: recording.pitchId })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .where(and(isNull(recording.endedAt), eq(pitch.transcript, true), someoneIsHere(recording.pitchId)))
  return rows.map(row => row.pitchId)
}

/** The recording of the pitch's run goes on from now, or begins. */
export async function beginRecording(db: Transaction, of: PitchRow): Promise<void> {
  await db
    .insert(recording)
    .values({ pitchId: of.id, organisationId: of.organisationId })
    .onConflictDoUpdate({
      target: recording.pitchId,
      targetWhere: isNull(recording.endedAt),
      set: { coveredUntil: sql`now()` },
    })
}

/** The pitch has ended, and so has its recording. `isIdle`: nothing was to be recorded at that moment. */
export async function endRecording(db: Transaction, pitchId: number, isIdle: boolean): Promise<void> {
  await db
    .update(recording)
    .set({ endedAt: sql`now()`, ...(isIdle && { coveredUntil: sql`now()` }) })
    .where(and(eq(recording.pitchId, pitchId), isNull(recording.endedAt)))
}

/** What servers record, unlike a video that was attached. */
const isRun = eq(recording.isAttached, false)

/** The recordings that are going on, and those of which the last may not be stored yet, the oldest first. */
export const openRecordings = (db: Db): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recording)
    .where(and(isNull(recording.readyAt), isRun))
    .orderBy(recording.startedAt, recording.id)

/**
 * Claims or renews a recording: true for one server only. `covered`: nothing that should be recorded is missing until
 * now.
 */
export async function claimRecording(
  db: Db,
  { id, serverId, covered }: { id: string; serverId: string; covered: boolean },
): Promise<boolean> {
  const rows = await db
    .update(recording)
    .set({ serverId, seenAt: sql`now()`, ...(covered && { coveredUntil: sql`now()` }) })
    .where(and(eq(recording.id, id), or(eq(recording.serverId, serverId), isSilent)))
    .returning({ id: recording.id })
  return rows.length > 0
}

/** Keeps a claim while the recording is finished, which may take longer than a claim lasts. */
export async function renewClaim(db: Db, id: string, serverId: string): Promise<void> {
  await db
    .update(recording)
    .set({ seenAt: sql`now()` })
    .where(and(eq(recording.id, id), eq(recording.serverId, serverId)))
}

export async function releaseRecording(db: Db, id: string, serverId: string): Promise<void> {
  await db
    .update(recording)
    .set({ serverId: null, seenAt: null })
    .where(and(eq(recording.id, id), eq(recording.serverId, serverId)))
}

/** A single server need not wait for what it claimed before a crash. */
export async function releaseAllRecordings(db: Db): Promise<void> {
  await db.update(recording).set({ serverId: null, seenAt: null }).where(isNull(recording.readyAt))
}

/** All of a recording is in the storage. Its last gap may last until its end. */
export async function finishRecording(db: Db, id: string): Promise<void> {
  await db.update(recording).set({ readyAt: sql`now()`, serverId: null, seenAt: null }).where(eq(recording.id, id))
}

/** Those of some recordings of which all is stored, so that nothing more of them is to come. */
export async function wholeAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: recording.id })
    .from(recording)
    .where(and(inArray(recording.id, [...ids]), isNotNull(recording.readyAt)))
  return rows.map(({ id }) => id)
}

/** Seconds since a recording began. */
export async function elapsedOf(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ elapsed: since(recording.startedAt) })
    .from(recording)
    .where(eq(recording.id, id))
  return row?.elapsed ?? 0
}

/** Seconds that a gap has at least: less is lost at every end of a connection. */
const LEAST_GAP = 3

/**
 * Notes what is missing between what was covered last and now, or the end of the recording; less than a moment is no
 * gap.
 */
export async function noteGap(db: Db, id: string): Promise<void> {
  const began = recording.startedAt
  const end = sql`coalesce(${recording.endedAt}, now())`
  const seconds = (time: unknown) => sql`extract(epoch from ${time} - ${began})`
  await db.execute(sql`
    insert into ${recordingGap} (recording_id, starts_at, ends_at)
    select ${recording.id}, ${seconds(recording.coveredUntil)}, ${seconds(end)} from ${recording}
    where ${recording.id} = ${id} and ${end} - ${recording.coveredUntil} > make_interval(secs => ${LEAST_GAP})
    on conflict (recording_id, starts_at) do update set ends_at = excluded.ends_at`)
}

/** Notes of a span, in seconds, what is missing: where nobody was recorded. Less than a moment is no gap. */
export async function noteMissing(db: Db, id: string, from: number, to: number): Promise<void> {
  if (to - from <= LEAST_GAP) return
  await db.execute(sql`
    insert into ${recordingGap} (recording_id, starts_at, ends_at)
    select ${id}, lower(hole)::float8, upper(hole)::float8
    from unnest(nummultirange(numrange(${from}::numeric, ${to}::numeric)) - coalesce((
      select range_agg(numrange(${recordingSegment.startsAt}::numeric,
        (${recordingSegment.startsAt} + ${recordingSegment.seconds})::numeric))
      from ${recordingSegment} join ${recordingLine} on ${recordingLine.id} = ${recordingSegment.lineId}
      where ${recordingLine.recordingId} = ${id} and ${recordingSegment.startsAt} < ${to}::float8
        and ${recordingSegment.startsAt} + ${recordingSegment.seconds} > ${from}::float8
    ), '{}'::nummultirange)) as hole
    where upper(hole) - lower(hole) > ${LEAST_GAP}
    on conflict (recording_id, starts_at) do update set ends_at = excluded.ends_at`)
}

/** The line of a person and a kind, made if it is new, and the numbers of its next pieces. */
export async function lineOf(
  db: Db,
  recordingId: string,
  accountId: string,
  source: TrackSource,
): Promise<{ id: string; next: { head: number; segment: number } }> {
  const [line] = await db
    .insert(recordingLine)
    .values({ recordingId, accountId, source })
    .onConflictDoUpdate({
      target: [recordingLine.recordingId, recordingLine.accountId, recordingLine.source],
      set: { source },
    })
    .returning({ id: recordingLine.id })
  if (!line) throw new Error('a line was not made')
  const [head] = await db
    .select({ last: max(recordingHead.number) })
    .from(recordingHead)
    .where(eq(recordingHead.lineId, line.id))
  const [segment] = await db
    .select({ last: max(recordingSegment.number) })
    .from(recordingSegment)
    .where(eq(recordingSegment.lineId, line.id))
  return { id: line.id, next: { head: (head?.last ?? -1) + 1, segment: (segment?.last ?? -1) + 1 } }
}

/** A piece that is in the storage. */
export async function storePiece(db: Db, piece: Piece): Promise<void> {
  const { line: lineId, number } = piece
  if (piece.type === 'head') {
    await db.insert(recordingHead).values({ lineId, number, codecs: piece.codecs }).onConflictDoNothing()
    return
  }
  const { head, start: startsAt, duration: seconds } = piece
  const bytes = piece.bytes.length
  await db.insert(recordingSegment).values({ lineId, number, head, startsAt, seconds, bytes }).onConflictDoNothing()
}

/** A pitch that is presented again loses its recordings for everyone. A video that was attached to it stays. */
export async function deleteRecordingsOf(db: Transaction, pitchId: number, now: Date): Promise<void> {
  await db
    .update(recording)
    .set({ deletedAt: now })
    .where(and(eq(recording.pitchId, pitchId), isNull(recording.deletedAt), isRun))
}

/** Deletes a recording, or restores it (null): then its people are warned again before its retention removes it. */
export async function setDeleted(db: Transaction, id: string, deletedAt: Date | null): Promise<void> {
  await db.update(recording).set({ deletedAt, dueAt: null }).where(eq(recording.id, id))
}

/** Removes all that belongs to a recording but its row, which says since when it is gone. The caller has locked it. */
export async function emptyRecording(db: Transaction, id: string, now: Date): Promise<void> {
  const [row] = await db.delete(recording).where(eq(recording.id, id)).returning()
  if (row) await db.insert(recording).values({ ...row, deletedAt: now, expiredAt: now })
}

/** Removes the row of a recording that cannot be restored any longer. False when it was restored meanwhile. */
export async function removeRecording(db: Transaction, id: string, before: Date): Promise<boolean> {
  const removed = await db
    .delete(recording)
    .where(and(eq(recording.id, id), lt(recording.deletedAt, before)))
    .returning({ id: recording.id })
  return removed.length > 0
}

/** The people who were removed for good and whose lines of the recordings of a pitch are there, since a legal hold kept them. */
export async function forgottenIn(db: Db, pitchId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: account.id })
    .from(recordingLine)
    .innerJoin(recording, eq(recording.id, recordingLine.recordingId))
    .innerJoin(account, eq(account.id, recordingLine.accountId))
    .where(and(eq(recording.pitchId, pitchId), isRun, like(account.email, 'deleted-%@deleted.invalid')))
  return rows.map(({ id }) => id)
}

/**
 * Removes what a person sent from all recordings. A video that they attached is the pitch's and stays. Answers the lines
 * that are gone.
 */
export const removeLinesOf = (db: Transaction, accountId: string) =>
  db
    .delete(recordingLine)
    .where(
      and(
        eq(recordingLine.accountId, accountId),
        inArray(
          recordingLine.recordingId,
          db
            .select({ id: recording.id })
            .from(recording)
            .innerJoin(pitch, eq(pitch.id, recording.pitchId))
            .where(and(isRun, not(onHold()))),
        ),
      ),
    )
    .returning({ id: recordingLine.id, recordingId: recordingLine.recordingId })
