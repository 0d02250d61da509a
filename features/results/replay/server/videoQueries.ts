import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { managedBy } from '#features/core/part/server/fenceQueries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { recording } from '#features/room/recording/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { recordingSlide, recordingVideo } from './tables.ts'
import type { Shown } from './timeline.ts'

type Db = Database | Transaction
export type VideoRow = typeof recordingVideo.$inferSelect

export async function videoOf(db: Db, recordingId: string): Promise<VideoRow | undefined> {
  const [row] = await db.select().from(recordingVideo).where(eq(recordingVideo.recordingId, recordingId))
  return row
}

/** Whether there is a pitch whose video this person may attach. */
export async function managesAny(db: Db, actor: Actor): Promise<boolean> {
  const rows = await db
    .select({ id: pitch.id })
    .from(pitch)
    .where(and(managedBy(actor), isNull(pitch.deletedAt)))
    .limit(1)
  return rows.length > 0
}

export async function insertVideo(db: Transaction, row: typeof recordingVideo.$inferInsert): Promise<void> {
  await db.insert(recordingVideo).values(row)
}

/** A new attempt begins anew. False when the video is ready already. */
export async function beginVideo(db: Transaction, recordingId: string, attempt: string): Promise<boolean> {
  const anew = { attempt, state: 'waiting', progress: 0, secondsLeft: null, reason: '' } as const
  const rows = await db
    .update(recordingVideo)
    .set(anew)
    .where(and(eq(recordingVideo.recordingId, recordingId), ne(recordingVideo.state, 'ready')))
    .returning({ id: recordingVideo.recordingId })
  return rows.length > 0
}

/** Notes how far an attempt is. False when another one took its place. */
export async function noteVideo(db: Db, attempt: string, made: Partial<VideoRow>): Promise<boolean> {
  const rows = await db
    .update(recordingVideo)
    .set(made)
    .where(and(eq(recordingVideo.attempt, attempt), ne(recordingVideo.state, 'ready')))
    .returning({ id: recordingVideo.recordingId })
  return rows.length > 0
}

/** Whether an attempt is still wanted: nobody has removed the video. */
export async function isVideoWanted(db: Db, attempt: string): Promise<boolean> {
  const rows = await db
    .select({ id: recording.id })
    .from(recordingVideo)
    .innerJoin(recording, eq(recording.id, recordingVideo.recordingId))
    .where(and(eq(recordingVideo.attempt, attempt), ne(recordingVideo.state, 'ready'), isNull(recording.deletedAt)))
  return rows.length > 0
}

/** The slides that were matched with an attached video, each by its file. */
export async function slidesMatched(db: Db, recordingId: string): Promise<Omit<Shown, 'page'>[]> {
  const rows = await db
    .select()
    .from(recordingSlide)
    .where(eq(recordingSlide.recordingId, recordingId))
    .orderBy(asc(recordingSlide.startsAt))
  return rows.map(({ startsAt: at, fileId, number }) => ({ at, fileId, number }))
}

export async function setSlides(
  db: Transaction,
  recordingId: string,
  slides: readonly Omit<typeof recordingSlide.$inferInsert, 'recordingId'>[],
): Promise<void> {
  await db.delete(recordingSlide).where(eq(recordingSlide.recordingId, recordingId))
  if (slides.length > 0) await db.insert(recordingSlide).values(slides.map(slide => ({ recordingId, ...slide })))
}
