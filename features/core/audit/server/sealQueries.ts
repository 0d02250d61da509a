import { and, asc, count, eq, gt, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Head } from './chain.ts'
import { auditEntry, auditHead } from './tables.ts'

type Db = Database | Transaction
export type EntryRow = typeof auditEntry.$inferSelect

/** Whether this transaction may seal; another one that does goes first. */
export async function mayBeginSealing(db: Transaction): Promise<boolean> {
  const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(7063) as mine`)
  return rows[0]?.mine === true
}

export async function findHead(db: Db) {
  const [row] = await db.select().from(auditHead).where(eq(auditHead.id, 1))
  return row
}

/** The hash at a place of the chain. */
export async function findHashAt(db: Db, number: number): Promise<string | undefined> {
  const [row] = await db.select({ hash: auditEntry.hash }).from(auditEntry).where(eq(auditEntry.number, number))
  return row?.hash ?? undefined
}

/** Committed entries that are not sealed yet, in the order of their ids. */
export const listUnsealed = (db: Db, limit: number): Promise<EntryRow[]> =>
  db.select().from(auditEntry).where(isNull(auditEntry.number)).orderBy(asc(auditEntry.id)).limit(limit)

export async function writeSeals(
  db: Transaction,
  seals: readonly { id: number; number: number; hash: string }[],
): Promise<void> {
  await db.execute(sql`update audit_entry set number = seal.number, hash = seal.hash
    from unnest(
      ${sql.param(seals.map(seal => seal.id))}::bigint[],
      ${sql.param(seals.map(seal => seal.number))}::bigint[],
      ${sql.param(seals.map(seal => seal.hash))}::text[]
    ) as seal (id, number, hash)
    where audit_entry.id = seal.id`)
}

export async function writeHead(db: Transaction, head: Head & { signature: string }, at: Date): Promise<void> {
  await db
    .insert(auditHead)
    .values({ id: 1, ...head, at })
    .onConflictDoUpdate({ target: auditHead.id, set: { ...head, at } })
}

/** Notes what a verification of the whole chain has found; undefined: all is in order. */
export async function writeVerdict(db: Db, problem: string | undefined, at: Date): Promise<void> {
  await db
    .update(auditHead)
    .set({ verifiedAt: at, problem: problem ?? null })
    .where(eq(auditHead.id, 1))
}

/** How many entries say that they are sealed, and the highest number among them. */
export async function countSealed(db: Db): Promise<{ count: number; last: number }> {
  const [row] = await db
    .select({ count: count(), last: max(auditEntry.number) })
    .from(auditEntry)
    .where(isNotNull(auditEntry.number))
  return { count: row?.count ?? 0, last: row?.last ?? 0 }
}

/** Sealed entries after a place, in their order. */
export const listSealed = (db: Db, after: number, limit: number): Promise<EntryRow[]> =>
  db.select().from(auditEntry).where(gt(auditEntry.number, after)).orderBy(asc(auditEntry.number)).limit(limit)

/** The first entry that should have been sealed long ago. */
export async function findForgotten(db: Db, before: Date): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(auditEntry)
    .where(and(isNull(auditEntry.number), lt(auditEntry.at, before)))
    .orderBy(asc(auditEntry.id))
    .limit(1)
  return row
}
