import { and, asc, count, desc, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow } from '#server/db/rows.ts'
import { forgetDevices } from './stepQueries.ts'
import { factor, recoveryCode, rememberedDevice, securityQuestion } from './tables.ts'

type Db = Database | Transaction
export type FactorRow = typeof factor.$inferSelect

const confirmed = isNotNull(factor.confirmedAt)

/** An account's primary factor; undefined when it has none. */
export async function findPrimaryFactor(db: Db, accountId: string): Promise<FactorRow | undefined> {
  const [row] = await db
    .select()
    .from(factor)
    .where(and(eq(factor.accountId, accountId), factor.isPrimary))
  return row
}

/** An account's confirmed factors, the primary one first. */
export async function listFactors(db: Db, accountId: string): Promise<FactorRow[]> {
  return db
    .select()
    .from(factor)
    .where(and(eq(factor.accountId, accountId), confirmed))
    .orderBy(desc(factor.isPrimary), asc(factor.createdAt))
}

/** An account's factor of a kind that exists once per account. */
export async function findFactorOfKind(
  db: Db,
  accountId: string,
  kind: 'email' | 'sms' | 'app',
): Promise<FactorRow | undefined> {
  const [row] = await db
    .select()
    .from(factor)
    .where(and(eq(factor.accountId, accountId), eq(factor.kind, kind), confirmed))
  return row
}

/** Whether a passkey is registered already, for any account. */
export async function isCredentialKnown(db: Db, credentialId: string): Promise<boolean> {
  const [row] = await db.select({ id: factor.id }).from(factor).where(eq(factor.credentialId, credentialId))
  return row !== undefined
}

/** One factor of an account, confirmed or not. */
export async function findFactor(db: Db, accountId: string, id: string): Promise<FactorRow | undefined> {
  const [row] = await db
    .select()
    .from(factor)
    .where(and(eq(factor.accountId, accountId), eq(factor.id, id)))
  return row
}

export const insertFactor = (db: Db, values: typeof factor.$inferInsert) => insertRow(db, factor, values)

/** Deletes an account's unconfirmed factors. */
export async function deleteUnconfirmed(db: Db, accountId: string): Promise<void> {
  await db.delete(factor).where(and(eq(factor.accountId, accountId), isNull(factor.confirmedAt)))
}

/** Confirms a factor, which replaces another of its kind; undefined when it was confirmed before. */
export async function confirmFactorRow(
  db: Transaction,
  row: FactorRow,
  values: Partial<FactorRow>,
): Promise<FactorRow | undefined> {
  const replaced =
    row.kind === 'passkey'
      ? []
      : await db
          .delete(factor)
          .where(and(eq(factor.accountId, row.accountId), eq(factor.kind, row.kind), confirmed))
          .returning()
  const isPrimary = replaced.some(one => one.isPrimary) || !(await findPrimaryFactor(db, row.accountId))
  const [done] = await db
    .update(factor)
    .set({ ...values, isPrimary })
    .where(and(eq(factor.id, row.id), isNull(factor.confirmedAt)))
    .returning()
  return done
}

/** Makes this the factor that is asked for first. */
export async function makePrimary(db: Transaction, accountId: string, id: string): Promise<void> {
  await db
    .update(factor)
    .set({ isPrimary: false })
    .where(and(eq(factor.accountId, accountId), factor.isPrimary))
  await db
    .update(factor)
    .set({ isPrimary: true })
    .where(and(eq(factor.accountId, accountId), eq(factor.id, id), confirmed))
}

/** Removes a factor; when it was the primary one, the oldest of the others becomes that. */
export async function deleteFactor(db: Transaction, row: FactorRow): Promise<void> {
  await db.delete(factor).where(eq(factor.id, row.id))
  if (!row.isPrimary) return
  const [next] = await listFactors(db, row.accountId)
  if (next) await makePrimary(db, row.accountId, next.id)
}

/** Removes all factors, recovery codes and remembered browsers of an account. Returns the number of factors. */
export async function deleteAllFactors(db: Transaction, accountId: string): Promise<number> {
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  await forgetDevices(db, accountId)
  const gone = await db.delete(factor).where(eq(factor.accountId, accountId)).returning({ id: factor.id })
  return gone.length
}

/** Takes a 30-second step of an authenticator app; false when its code, or a later one, was taken before. */
export async function takeStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  const taken = await db
    .update(factor)
    .set({ lastStep: step, lastUsedAt: now })
    .where(and(eq(factor.id, id), or(isNull(factor.lastStep), lt(factor.lastStep, step))))
    .returning({ id: factor.id })
  return taken.length === 1
}

/** Notes the use of a passkey, whose counter must have grown unless it does not count at all. */
export async function notePasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const taken = await db
    .update(factor)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(factor.id, id), or(lt(factor.counter, counter), and(eq(factor.counter, 0), sql`${counter} = 0`))))
    .returning({ id: factor.id })
  return taken.length === 1
}

export const noteFactorUse = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.update(factor).set({ lastUsedAt: now }).where(eq(factor.id, id))
}

/** Replaces an account's recovery codes. */
export async function replaceRecoveryCodes(
  db: Transaction,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  if (hashes.length) await db.insert(recoveryCode).values(hashes.map(codeHash => ({ accountId, codeHash })))
}

/** The hashes of an account's unused recovery codes. */
export async function listRecoveryHashes(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ codeHash: recoveryCode.codeHash })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt)))
  return rows.map(({ codeHash }) => codeHash)
}

/** Uses up a recovery code. Only one of two racing requests gets true. */
export async function takeRecoveryCode(db: Db, accountId: string, codeHash: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.codeHash, codeHash), isNull(recoveryCode.usedAt)))
    .returning({ codeHash: recoveryCode.codeHash })
  return taken.length === 1
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt)))
  return row?.left ?? 0
}

/** Whether a factor other than this one would remain. */
export async function hasOtherFactor(db: Db, row: FactorRow): Promise<boolean> {
  const [other] = await db
    .select({ id: factor.id })
    .from(factor)
    .where(and(eq(factor.accountId, row.accountId), ne(factor.id, row.id), confirmed))
    .limit(1)
  return other !== undefined
}

/**
 * Permanently removes everything by which the account's owner proves their identity: factors, recovery codes, questions
 * and remembered browsers.
 */
export async function purgeFactors(db: Transaction, accountId: string): Promise<void> {
  for (const table of [factor, recoveryCode, rememberedDevice, securityQuestion])
    await db.delete(table).where(eq(table.accountId, accountId))
}
