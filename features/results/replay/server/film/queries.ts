import { and, eq, inArray, ne } from 'drizzle-orm'
import { recordingFolder } from '#features/room/recording/server/keys.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Audience } from '../../rules.ts'
import { recordingFilm } from '../tables.ts'

type Db = Database | Transaction
export type FilmRow = typeof recordingFilm.$inferSelect
type Which = Pick<FilmRow, 'recordingId' | 'audience'>

/** The folder of a film in the storage, and its two files. */
export const filmFolder = ({ recordingId, attempt }: Pick<FilmRow, 'recordingId' | 'attempt'>): string =>
  `${recordingFolder(recordingId)}/films/${attempt}`
export const filmKey = (row: Pick<FilmRow, 'recordingId' | 'attempt'>, type: 'mp4' | 'm4a'): string =>
  `${filmFolder(row)}/${type === 'mp4' ? 'film' : 'sound'}.${type}`

const isFilm = ({ recordingId, audience }: Which) =>
  and(eq(recordingFilm.recordingId, recordingId), eq(recordingFilm.audience, audience))

export async function filmOf(db: Db, recordingId: string, audience: Audience): Promise<FilmRow | undefined> {
  const [row] = await db.select().from(recordingFilm).where(isFilm({ recordingId, audience }))
  return row
}

/** A new attempt takes the place of the one before. */
export async function beginFilm(db: Transaction, row: Pick<FilmRow, 'recordingId' | 'audience' | 'attempt'>) {
  await db.delete(recordingFilm).where(isFilm(row))
  await db.insert(recordingFilm).values(row)
}

/** Removes a film. Answers the folders of what is gone. */
export async function removeFilm(db: Transaction, which: Which): Promise<string[]> {
  const rows = await db.delete(recordingFilm).where(isFilm(which)).returning()
  return rows.map(filmFolder)
}

/** Removes the films of recordings in which somebody was who is removed for good. */
export async function removeFilmsOf(db: Transaction, recordingIds: readonly string[]): Promise<string[]> {
  if (recordingIds.length === 0) return []
  const rows = await db
    .delete(recordingFilm)
    .where(inArray(recordingFilm.recordingId, [...recordingIds]))
    .returning()
  return rows.map(filmFolder)
}

/** Notes how far an attempt is. False when it was canceled, or another one took its place. */
export async function noteFilm(db: Db, attempt: string, made: Partial<FilmRow>): Promise<boolean> {
  const rows = await db
    .update(recordingFilm)
    .set(made)
    .where(and(eq(recordingFilm.attempt, attempt), ne(recordingFilm.state, 'ready')))
    .returning({ attempt: recordingFilm.attempt })
  return rows.length > 0
}

/** Whether an attempt is still wanted. */
export async function isWanted(db: Db, attempt: string): Promise<boolean> {
  return (await db.$count(recordingFilm, eq(recordingFilm.attempt, attempt))) > 0
}
