import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { account } from './tables.ts'

const standing = {
  accreditedUntil: account.accreditedUntil,
  provisionalMember: account.provisionalMember,
  accreditationPending: account.accreditationPending,
}

/** [ENT-035, ENT-038] What is known of an account's accreditation; of an unknown account, that it has none. */
export async function standingOf(db: Database | Transaction, accountId: string) {
  const [row] = await db.select(standing).from(account).where(eq(account.id, accountId))
  return row ?? { accreditedUntil: null, provisionalMember: false, accreditationPending: false }
}

/** Writes what follows for an account from its accreditations. */
export async function setStanding(
  db: Transaction,
  accountId: string,
  values: Awaited<ReturnType<typeof standingOf>>,
): Promise<void> {
  await db.update(account).set(values).where(eq(account.id, accountId))
}
