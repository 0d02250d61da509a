import { and, desc, eq, inArray, max } from 'drizzle-orm'
import type { Language } from '#contract/fields.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { recordingConsent } from './tables.ts'

type Db = Database | Transaction

/** What a person has answered last; undefined before they have, or when the words have changed since. */
export async function consentOf(db: Db, pitchId: number, accountId: string): Promise<boolean | undefined> {
  return (await consentsOf(db, pitchId, [accountId])).get(accountId)
}

/** What these people have answered last to the present words: who is recorded from now on. */
export async function consentsOf(
  db: Db,
  pitchId: number,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await lastAnswers(db, pitchId, accountIds)
  return new Map(rows.filter(({ words }) => words === CONSENT_WORDS).map(row => [row.accountId, row.agrees]))
}

/** What these people have answered last, to whatever words: whom a recording of earlier words may show. */
export async function consentsToAnyWords(
  db: Db,
  pitchId: number,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await lastAnswers(db, pitchId, accountIds)
  return new Map(rows.map(row => [row.accountId, row.agrees]))
}

async function lastAnswers(db: Db, pitchId: number, accountIds: readonly string[]) {
  if (accountIds.length === 0) return []
  return db
    .selectDistinctOn([recordingConsent.accountId], {
      accountId: recordingConsent.accountId,
      agrees: recordingConsent.agrees,
      words: recordingConsent.words,
    })
    .from(recordingConsent)
    .where(and(eq(recordingConsent.pitchId, pitchId), inArray(recordingConsent.accountId, [...accountIds])))
    .orderBy(recordingConsent.accountId, desc(recordingConsent.id))
}

/** The number of the last answer in a pitch: another one as soon as anyone has answered otherwise. */
export async function lastAnswer(db: Db, pitchId: number): Promise<number | null> {
  const [row] = await db
    .select({ last: max(recordingConsent.id) })
    .from(recordingConsent)
    .where(eq(recordingConsent.pitchId, pitchId))
  return row?.last ?? null
}

/** Stores an answer, unless it is the one that is stored last. */
export async function storeConsent(
  db: Transaction,
  {
    pitchId,
    accountId,
    agrees,
    language,
    now,
  }: { pitchId: number; accountId: string; agrees: boolean; language: Language; now: Date },
): Promise<void> {
  if ((await consentOf(db, pitchId, accountId)) === agrees) return
  await db.insert(recordingConsent).values({ pitchId, accountId, agrees, language, words: CONSENT_WORDS, at: now })
}
