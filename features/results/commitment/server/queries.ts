import { and, count, desc, eq, sum } from 'drizzle-orm'
import { fullName } from '#contract/names.ts'
import { account } from '#features/core/account/server/tables.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Paging, rowsOf } from '#server/lists.ts'
import { commitment, commitmentWithdrawn } from './tables.ts'

type Db = Database | Transaction
export type CommitmentRow = typeof commitment.$inferSelect

/** Writes a commitment; undefined when this account has one already. Of two racing requests the second waits and gets undefined. */
export async function insertCommitment(
  db: Db,
  row: typeof commitment.$inferInsert,
): Promise<CommitmentRow | undefined> {
  const [made] = await db.insert(commitment).values(row).onConflictDoNothing().returning()
  return made
}

/** What an account has committed to a pitch. */
export async function commitmentOf(db: Db, pitchId: number, accountId: string): Promise<CommitmentRow | undefined> {
  const [row] = await db
    .select()
    .from(commitment)
    .where(and(eq(commitment.pitchId, pitchId), eq(commitment.accountId, accountId)))
  return row
}

/** The commitments to a pitch, newest first, with the names of the attendees who made them. */
export async function listCommitments(db: Db, pitchId: number, paging: Paging) {
  const rows = db
    .select({ commitment, firstname: account.firstname, lastname: account.lastname, email: account.email })
    .from(commitment)
    .innerJoin(account, eq(account.id, commitment.accountId))
    .where(eq(commitment.pitchId, pitchId))
  const found = await rowsOf(rows, paging, [desc(commitment.createdAt), commitment.id])
  return found.map(({ firstname, lastname, ...row }) => {
    const name = fullName({ firstname, lastname })
    return { ...row, name: nameForManagers({ id: row.commitment.accountId, name, email: row.email }) }
  })
}

/** The number of commitments to a pitch, and their sum in cents. */
export async function sumCommitments(db: Db, pitchId: number): Promise<{ total: number; minor: bigint }> {
  const [all] = await db
    .select({ total: count(), minor: sum(commitment.amountMinor) })
    .from(commitment)
    .where(eq(commitment.pitchId, pitchId))
  return { total: all?.total ?? 0, minor: BigInt(all?.minor ?? 0) }
}

/** Whether a pitch has records of money: commitments, or such that were withdrawn. */
export async function hasRecords(db: Db, pitchId: number): Promise<boolean> {
  const gone = await db.$count(commitmentWithdrawn, eq(commitmentWithdrawn.pitchId, pitchId))
  return gone > 0 || hasCommitments(db, pitchId)
}

/** Whether a pitch has commitments. */
export async function hasCommitments(db: Database | Transaction, pitchId: number): Promise<boolean> {
  const [row] = await db.select({ id: commitment.id }).from(commitment).where(eq(commitment.pitchId, pitchId)).limit(1)
  return row !== undefined
}
