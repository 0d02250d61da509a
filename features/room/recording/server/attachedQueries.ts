import { eq, sql } from 'drizzle-orm'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { TrackSource } from '#features/room/media/rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { recording, recordingHead, recordingLine, recordingSegment } from './tables.ts'

/** What a video was made into: the pieces of its picture, or of its sound. */
export interface AttachedLine {
  readonly id: string
  readonly source: TrackSource
  readonly heads: readonly { readonly number: number; readonly codecs: string }[]
  readonly segments: readonly Omit<typeof recordingSegment.$inferInsert, 'lineId'>[]
}

/** Rows that are written at once: PostgreSQL takes 65,535 values. */
const AT_ONCE = 2000

/** A video of a pitch, which is not ready to be watched yet. */
export async function attachRecording(db: Transaction, id: string, pitch: PitchRow): Promise<void> {
  const { id: pitchId, organisationId } = pitch
  await db.insert(recording).values({ id, pitchId, organisationId, isAttached: true, endedAt: sql`now()` })
}

/** All of an attached video is in the storage; it lasts as long as what was found in it. */
export async function finishAttached(
  db: Transaction,
  recordingId: string,
  { accountId, lines, seconds }: { accountId: string; lines: readonly AttachedLine[]; seconds: number },
): Promise<void> {
  for (const { id, source, heads, segments } of lines) {
    await db.insert(recordingLine).values({ id, recordingId, accountId, source })
    await db.insert(recordingHead).values(heads.map(head => ({ lineId: id, ...head })))
    for (let at = 0; at < segments.length; at += AT_ONCE) {
      const some = segments.slice(at, at + AT_ONCE)
      await db.insert(recordingSegment).values(some.map(segment => ({ lineId: id, ...segment })))
    }
  }
  const endedAt = sql`${recording.startedAt} + make_interval(secs => ${seconds}::float8)`
  await db.update(recording).set({ endedAt, readyAt: sql`now()` }).where(eq(recording.id, recordingId))
}

/** One after the other for a pitch: its attached video is there once. Held until the transaction ends. */
export const lockAttached = (db: Transaction, pitchId: number) =>
  db.execute(sql`select pg_advisory_xact_lock(7064, ${pitchId}::int)`)
