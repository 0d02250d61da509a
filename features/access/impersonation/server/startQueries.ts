import { eq } from 'drizzle-orm'
import { session } from '#features/access/session/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** When somebody signed in. */
export async function findSessionStart(db: Database | Transaction, sessionId: string): Promise<Date | undefined> {
  const [row] = await db.select({ createdAt: session.createdAt }).from(session).where(eq(session.id, sessionId))
  return row?.createdAt
}
