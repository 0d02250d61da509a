import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { securityQuestion } from './tables.ts'

type Db = Database | Transaction
export type QuestionRow = typeof securityQuestion.$inferSelect

export async function listQuestions(db: Db, accountId: string): Promise<QuestionRow[]> {
  return db
    .select()
    .from(securityQuestion)
    .where(eq(securityQuestion.accountId, accountId))
    .orderBy(asc(securityQuestion.position))
}

/** Replaces all questions of an account; an empty list removes them. Returns how many there were. */
export async function replaceQuestions(
  db: Transaction,
  accountId: string,
  rows: readonly { question: string; answerHash: string }[],
): Promise<number> {
  const gone = await db
    .delete(securityQuestion)
    .where(eq(securityQuestion.accountId, accountId))
    .returning({ position: securityQuestion.position })
  const values = rows.map((row, at) => ({ ...row, accountId, position: at + 1 }))
  if (values.length) await db.insert(securityQuestion).values(values)
  return gone.length
}

/** Whether an organization lets questions stand in for a code. */
export const areQuestionsAllowed = async (db: Db, organisationId: string): Promise<boolean> =>
  (await findOrganisation(db, organisationId))?.allowSecurityQuestions === true

/**
 * The two questions that a pending session is asked; none when they cannot be used. Of three it is always the same pair
 * within one sign-in, so that retrying does not bring an easier pair.
 */
export async function askedQuestions(
  db: Db,
  { accountId, organisationId, sessionId }: { accountId: string; organisationId: string; sessionId: string },
): Promise<QuestionRow[]> {
  if (!(await areQuestionsAllowed(db, organisationId))) return []
  const rows = await listQuestions(db, accountId)
  if (rows.length <= 2) return rows.length === 2 ? rows : []
  const leftOut = (createHash('sha256').update(sessionId).digest()[0] ?? 0) % rows.length
  return rows.filter((_, at) => at !== leftOut).slice(0, 2)
}
