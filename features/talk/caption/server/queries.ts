import { and, desc, eq, gte, lt, lte, ne, sql } from 'drizzle-orm'
import { guestNameOf, type Nameless } from '#features/core/account/server/nameless.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import type { Caption } from '#features/talk/caption/events.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { caption, captionTranslation } from './tables.ts'

type Db = Database | Transaction
export type CaptionRow = typeof caption.$inferSelect

export const asSaid = (row: Omit<CaptionRow, 'pitchId' | 'seq'>, final = true): Caption => ({
  id: row.id,
  speaker: row.speakerId,
  name: row.speakerName,
  language: row.language,
  text: row.text,
  final,
  at: row.startedAt.toISOString(),
  ended_at: row.endedAt.toISOString(),
})

/** The speaker's caption with this id. */
export async function findCaption(
  db: Db,
  { pitchId, speakerId, id }: Pick<CaptionRow, 'pitchId' | 'speakerId' | 'id'>,
): Promise<CaptionRow | undefined> {
  const [row] = await db
    .select()
    .from(caption)
    .where(and(eq(caption.pitchId, pitchId), eq(caption.speakerId, speakerId), eq(caption.id, id)))
  return row
}

/** Stores a caption. The caller holds the room, so that no other call stores the same one. */
export async function keepCaption(db: Transaction, said: typeof caption.$inferInsert): Promise<CaptionRow> {
  // [PERM-059] a guest speaks without a name
  const speakerName = await nameInRoom(db, said.pitchId, { accountId: said.speakerId, name: said.speakerName })
  const row = { ...said, speakerName }
  const [kept] = await db
    .insert(caption)
    .values(row)
    .onConflictDoUpdate({
      target: [caption.pitchId, caption.speakerId, caption.id],
      set: { text: row.text, language: row.language },
    })
    .returning()
  if (!kept) throw new Error('a caption was not kept')
  return kept
}

/** The pitches in which an account spoke. */
export async function pitchesSpokenIn(db: Db, speakerId: string): Promise<number[]> {
  const rows = await db
    .selectDistinct({ pitchId: caption.pitchId })
    .from(caption)
    .where(eq(caption.speakerId, speakerId))
  return rows.map(({ pitchId }) => pitchId)
}

/** Replaces the names of speakers in a pitch. */
export async function renameSpeakers(db: Transaction, pitchId: number, { are }: Nameless): Promise<void> {
  const called = guestNameOf(caption.speakerId)
  await db
    .update(caption)
    .set({ speakerName: called })
    .where(and(eq(caption.pitchId, pitchId), are(caption.speakerId), ne(caption.speakerName, called)))
}

/** The last captions of a pitch before the given one, newest first. */
export async function lastCaptions(
  db: Db,
  pitchId: number,
  before: number | undefined,
  limit: number,
): Promise<CaptionRow[]> {
  return db
    .select()
    .from(caption)
    .where(and(eq(caption.pitchId, pitchId), before === undefined ? undefined : lt(caption.seq, before)))
    .orderBy(desc(caption.seq))
    .limit(limit)
}

/** The languages spoken in a pitch, by the number of captions. */
export async function spokenIn(db: Db, pitchId: number): Promise<CaptionLanguage[]> {
  const rows = await db
    .select({ language: caption.language })
    .from(caption)
    .where(eq(caption.pitchId, pitchId))
    .groupBy(caption.language)
    .orderBy(sql`count(*) desc`, caption.language)
  return rows.map(row => row.language)
}

/** Deletes the captions of a pitch that is to be presented again. */
export async function clearCaptions(db: Transaction, pitchId: number): Promise<void> {
  await db.delete(caption).where(eq(caption.pitchId, pitchId))
  await db.delete(captionTranslation).where(eq(captionTranslation.pitchId, pitchId))
}

/** Deletes the captions of a time of a pitch, and what was translated once none are left. */
export async function removeCaptions(db: Transaction, pitchId: number, from: Date, to: Date): Promise<void> {
  const { startedAt, endedAt } = caption
  await db.delete(caption).where(and(eq(caption.pitchId, pitchId), gte(endedAt, from), lte(startedAt, to)))
  if ((await db.$count(caption, eq(caption.pitchId, pitchId))) === 0) await clearCaptions(db, pitchId)
}

/** All captions from a time on, in the order in which they were spoken. */
export async function captionsSince(db: Db, pitchId: number, since: Date): Promise<CaptionRow[]> {
  return db
    .select()
    .from(caption)
    .where(and(eq(caption.pitchId, pitchId), gte(caption.endedAt, since)))
    .orderBy(caption.startedAt, caption.seq)
}
