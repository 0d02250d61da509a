import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { isHere } from '#features/room/room/server/stays.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { captionReader, captionTranslation } from '../tables.ts'

type Db = Database | Transaction
type Sentence = { readonly text: string; readonly language: CaptionLanguage }

/** The key of a sentence: the same words in the same language are translated once. */
export const hashOf = ({ text, language }: Sentence): string =>
  createHash('sha256').update(`${language}\n${text}`).digest('base64url')

type Reader = Pick<typeof captionReader.$inferSelect, 'pitchId' | 'accountId' | 'window'>
const isPerson = ({ pitchId, accountId }: Reader) =>
  and(eq(captionReader.pitchId, pitchId), eq(captionReader.accountId, accountId))
/** Reading windows of one person; the oldest beyond them are dropped, since a closed window does not sign off. */
const MOST_WINDOWS = 5

/** Stores that a window reads captions, and in which language; null: as spoken. */
export async function keepReader(
  db: Transaction,
  reader: Reader,
  language: CaptionLanguage | undefined,
  saidAt: Date,
): Promise<void> {
  const set = { language: language ?? null, saidAt }
  const { pitchId, accountId, window } = captionReader
  await db
    .insert(captionReader)
    .values({ ...reader, ...set })
    .onConflictDoUpdate({ target: [pitchId, accountId, window], set })
  const rest = db
    .select({ window })
    .from(captionReader)
    .where(isPerson(reader))
    .orderBy(desc(captionReader.saidAt))
    .offset(MOST_WINDOWS)
  await db.delete(captionReader).where(and(isPerson(reader), inArray(window, rest)))
}

/** Removes a window that reads no more captions. */
export async function dropReader(db: Transaction, reader: Reader): Promise<void> {
  await db.delete(captionReader).where(and(isPerson(reader), eq(captionReader.window, reader.window)))
}

/** The people in the room who read in another language than the spoken one, by language. */
export async function readersOf(
  db: Db,
  pitchId: number,
  spoken: CaptionLanguage,
): Promise<ReadonlyMap<CaptionLanguage, string[]>> {
  const rows = await db
    .selectDistinct({ language: captionReader.language, accountId: captionReader.accountId })
    .from(captionReader)
    .where(and(eq(captionReader.pitchId, pitchId), isHere(pitchId, captionReader.accountId)))
  const all = Map.groupBy(
    rows.flatMap(({ language, accountId }) => (language && language !== spoken ? [{ language, accountId }] : [])),
    row => row.language,
  )
  return new Map([...all].map(([language, readers]) => [language, readers.map(reader => reader.accountId)]))
}

type Key = { readonly pitchId: number; readonly hash: string; readonly language: CaptionLanguage }
const isKey = (key: Key) =>
  and(
    eq(captionTranslation.pitchId, key.pitchId),
    eq(captionTranslation.hash, key.hash),
    eq(captionTranslation.language, key.language),
  )
/** Milliseconds after which a translation under way counts as abandoned. */
const GIVEN_UP = 15_000

/** Claims a translation: true for one caller only. */
export async function claimTranslation(db: Db, key: Key, now: Date): Promise<boolean> {
  const made = await db
    .insert(captionTranslation)
    .values({ ...key, claimedAt: now })
    .onConflictDoNothing()
    .returning({ hash: captionTranslation.hash })
  if (made.length > 0) return true
  const stale = lt(captionTranslation.claimedAt, new Date(now.getTime() - GIVEN_UP))
  const taken = await db
    .update(captionTranslation)
    .set({ claimedAt: now })
    .where(and(isKey(key), isNull(captionTranslation.text), stale))
    .returning({ hash: captionTranslation.hash })
  return taken.length > 0
}

export async function keepTranslation(db: Db, key: Key, text: string): Promise<void> {
  await db.update(captionTranslation).set({ text }).where(isKey(key))
}

/** Releases a claim, so that another caller may try. */
export async function dropTranslation(db: Db, key: Key): Promise<void> {
  await db.delete(captionTranslation).where(and(isKey(key), isNull(captionTranslation.text)))
}

/** The stored translation; `waits` while it is being made. */
export async function findTranslation(db: Db, key: Key): Promise<{ text: string } | 'waits' | undefined> {
  const [row] = await db.select({ text: captionTranslation.text }).from(captionTranslation).where(isKey(key))
  return row && (row.text === null ? 'waits' : { text: row.text })
}

/** The stored translations of sentences, by hash. */
export async function translationsOf(
  db: Db,
  pitchId: number,
  language: CaptionLanguage,
  sentences: readonly Sentence[],
): Promise<ReadonlyMap<string, string>> {
  if (sentences.length === 0) return new Map()
  const rows = await db
    .select({ hash: captionTranslation.hash, text: captionTranslation.text })
    .from(captionTranslation)
    .where(
      and(
        eq(captionTranslation.pitchId, pitchId),
        eq(captionTranslation.language, language),
        inArray(captionTranslation.hash, [...new Set(sentences.map(hashOf))]),
      ),
    )
  return new Map(rows.flatMap(row => (row.text === null ? [] : [[row.hash, row.text] as const])))
}

/** The languages into which captions of a pitch were translated. */
export async function translatedInto(db: Db, pitchId: number): Promise<CaptionLanguage[]> {
  const rows = await db
    .selectDistinct({ language: captionTranslation.language })
    .from(captionTranslation)
    .where(and(eq(captionTranslation.pitchId, pitchId), isNotNull(captionTranslation.text)))
    .orderBy(captionTranslation.language)
  return rows.map(row => row.language)
}
