import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { session } from './tables.ts'

/** When somebody signed in. */
export async function findSessionStart(db: Database | Transaction, sessionId: string): Promise<Date | undefined> {
  const [row] = await db.select({ createdAt: session.createdAt }).from(session).where(eq(session.id, sessionId))
  return row?.createdAt
}
