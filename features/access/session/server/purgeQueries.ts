import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import type { Transaction } from '#server/db/database.ts'
import { loginLog, session } from './tables.ts'

/** Removes somebody's sessions, and from the login log what they typed and from where: that there was an attempt stays. */
export async function purgeSessions(db: Transaction, { id, email, username }: Forgotten): Promise<void> {
  await db.delete(session).where(eq(session.accountId, id))
  const typed = [email, username ?? email].map(one => one.toLowerCase())
  await db
    .update(loginLog)
    .set({ username: '', ip: '' })
    .where(or(eq(loginLog.accountId, id), inArray(sql`lower(${loginLog.username})`, typed)))
}
