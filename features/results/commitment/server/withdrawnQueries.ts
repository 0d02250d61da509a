import { and, desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formatMoney } from '#contract/money.ts'
import { fullName } from '#contract/names.ts'
import { account } from '#features/core/account/server/tables.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { CommitmentRow } from './queries.ts'
import { commitment, commitmentWithdrawn } from './tables.ts'

/** The most withdrawals that a list shows; all of them stand in the audit log. */
const SHOWN = 200

/** Moves a commitment to those that were withdrawn; undefined when the pitch has none with this id. */
export async function moveToWithdrawn(
  db: Transaction,
  of: Pick<CommitmentRow, 'id' | 'pitchId'>,
  why: Pick<typeof commitmentWithdrawn.$inferInsert, 'withdrawnAt' | 'withdrawnBy' | 'reason'>,
): Promise<CommitmentRow | undefined> {
  const is = and(eq(commitment.id, of.id), eq(commitment.pitchId, of.pitchId))
  const [taken] = await db.delete(commitment).where(is).returning()
  if (taken) await db.insert(commitmentWithdrawn).values({ ...taken, ...why })
  return taken
}

/** The commitments to a pitch that were withdrawn, the latest first. */
export async function withdrawnOf(db: Database | Transaction, pitchId: number) {
  const manager = alias(account, 'manager')
  const rows = await db
    .select({ row: commitmentWithdrawn, investor: account, manager })
    .from(commitmentWithdrawn)
    .innerJoin(account, eq(account.id, commitmentWithdrawn.accountId))
    .innerJoin(manager, eq(manager.id, commitmentWithdrawn.withdrawnBy))
    .where(eq(commitmentWithdrawn.pitchId, pitchId))
    .orderBy(desc(commitmentWithdrawn.withdrawnAt), commitmentWithdrawn.id)
    .limit(SHOWN)
  return rows.map(({ row, investor, manager: by }) => ({
    ...{ id: row.id, name: nameOf(investor), email: investor.email, by: nameOf(by), reason: row.reason },
    money_amount: formatMoney(row.amountMinor, row.currency),
    at: row.withdrawnAt.toISOString(),
  }))
}

const nameOf = ({ id, firstname, lastname, email }: typeof account.$inferSelect) =>
  nameForManagers({ id, email, name: fullName({ firstname, lastname }) })
