import { inArray } from 'drizzle-orm'
import { invitation } from '#features/access/registration/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** The addressees of invitations, by the invitations' ids; open links have none and are left out. */
export async function invitedNames(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: invitation.id, email: invitation.email })
    .from(invitation)
    .where(inArray(invitation.id, [...ids]))
  return new Map(rows.flatMap(({ id, email }) => (email ? [[id, email] as const] : [])))
}
