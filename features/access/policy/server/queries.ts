import { desc, eq, sql } from 'drizzle-orm'
import { policyPath } from '#features/access/policy/rules.ts'
import { type PolicyType, policyTypes } from '#features/core/site/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { PolicyVersions } from './policyTexts.ts'
import { policyAgreement } from './tables.ts'

type Db = Database | Transaction

/** An agreement as one text; `keyOf` makes the same of a version. */
export const agreementKey = sql<string>`${policyAgreement.policyType} || ' ' || ${policyAgreement.version}`
export const keyOf = (type: PolicyType, version: string): string => `${type} ${version}`

/** Records that an account agrees to a text in its current version; a second time changes nothing and answers false. */
export async function insertAgreement(db: Db, values: typeof policyAgreement.$inferInsert): Promise<boolean> {
  const made = await db
    .insert(policyAgreement)
    .values(values)
    .onConflictDoNothing()
    .returning({ version: policyAgreement.version })
  return made.length === 1
}

/** Records that an account agrees to all texts of today, at its registration. */
export async function agreeToAll(
  db: Db,
  versions: PolicyVersions,
  who: { accountId: string; at: Date; ip: string },
): Promise<void> {
  for (const policyType of policyTypes) {
    const version = versions[policyType]
    await insertAgreement(db, { ...who, policyType, version, filePath: policyPath(policyType, version) })
  }
}

/**
 * The texts that an account has yet to agree to in the version of today, and whether they have agreed to an earlier
 * version of each: then one click is enough, whereas a new user agrees to each text.
 */
export async function pendingPolicies(
  db: Db,
  versions: PolicyVersions,
  accountId: string,
): Promise<{ pending: PolicyType[]; areRenewed: boolean }> {
  const rows = await db
    .select({ type: policyAgreement.policyType, version: policyAgreement.version })
    .from(policyAgreement)
    .where(eq(policyAgreement.accountId, accountId))
  const has = (type: PolicyType) => rows.some(row => row.type === type && row.version === versions[type])
  const pending = policyTypes.filter(type => !has(type))
  return { pending, areRenewed: pending.every(type => rows.some(row => row.type === type)) }
}

/** [ENT-084] All agreements of an account, newest first. */
export const agreementsOf = (db: Db, accountId: string) =>
  db
    .select()
    .from(policyAgreement)
    .where(eq(policyAgreement.accountId, accountId))
    .orderBy(desc(policyAgreement.at), policyAgreement.policyType)

/** Removes the addresses from which an account agreed. The agreements stay, as evidence. */
export async function purgeAgreements(db: Transaction, accountId: string): Promise<void> {
  await db.update(policyAgreement).set({ ip: '' }).where(eq(policyAgreement.accountId, accountId))
}
