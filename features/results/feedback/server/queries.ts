import { and, count, desc, eq } from 'drizzle-orm'
import { fullName } from '#contract/names.ts'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import { type FeedbackChoice, type SessionRating, sessionRatings } from '#features/results/feedback/rules.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Paging, rowsOf } from '#server/lists.ts'
import { feedback, sessionRating } from './tables.ts'

type Db = Database | Transaction
export type FeedbackRow = typeof feedback.$inferSelect

/** Writes an attendee's feedback, in place of their earlier one. Returns its id. */
export async function saveFeedback(db: Db, row: typeof feedback.$inferInsert & { updatedAt: Date }): Promise<string> {
  const { choice, note, contact, ip, updatedAt } = row
  const [saved] = await db
    .insert(feedback)
    .values(row)
    .onConflictDoUpdate({
      target: [feedback.pitchId, feedback.accountId],
      set: { choice, note, contact, ip, updatedAt },
    })
    .returning({ id: feedback.id })
  if (!saved) throw new Error('feedback was not written')
  return saved.id
}

export async function feedbackOf(db: Db, pitchId: number, accountId: string): Promise<FeedbackRow | undefined> {
  const [row] = await db
    .select()
    .from(feedback)
    .where(and(eq(feedback.pitchId, pitchId), eq(feedback.accountId, accountId)))
  return row
}

/** The feedback on a pitch, newest first, with its author and what they committed. */
export async function listFeedback(
  db: Db,
  pitchId: number,
  { choice, ...paging }: Paging & { choice?: FeedbackChoice | undefined },
) {
  const rows = db
    .select({
      ...{ feedback, firstname: account.firstname, lastname: account.lastname, email: account.email },
      ...{ amountMinor: commitment.amountMinor, initials: commitment.initials },
    })
    .from(feedback)
    .innerJoin(account, eq(account.id, feedback.accountId))
    .leftJoin(commitment, and(eq(commitment.pitchId, feedback.pitchId), eq(commitment.accountId, feedback.accountId)))
    .where(and(eq(feedback.pitchId, pitchId), choice && eq(feedback.choice, choice)))
  const found = await rowsOf(rows, paging, [desc(feedback.updatedAt), feedback.id])
  return found.map(({ firstname, lastname, ...row }) => {
    const name = fullName({ firstname, lastname })
    return { ...row, name: nameForManagers({ id: row.feedback.accountId, name, email: row.email }) }
  })
}

/** How many made each choice. */
export async function countFeedback(db: Db, pitchId: number): Promise<Record<FeedbackChoice, number>> {
  const rows = await db
    .select({ choice: feedback.choice, total: count() })
    .from(feedback)
    .where(eq(feedback.pitchId, pitchId))
    .groupBy(feedback.choice)
  return { dislike: 0, unsure: 0, invest: 0, ...Object.fromEntries(rows.map(row => [row.choice, row.total])) }
}

/** Removes all feedback on a pitch. */
export async function removeFeedback(db: Transaction, pitchId: number): Promise<void> {
  await db.delete(feedback).where(eq(feedback.pitchId, pitchId))
}

/** Writes a participant's rating of the session, in place of their earlier one. Returns its id. */
export async function saveSessionRating(
  db: Db,
  row: typeof sessionRating.$inferInsert & { updatedAt: Date },
): Promise<string> {
  const { rating, note, updatedAt } = row
  const [saved] = await db
    .insert(sessionRating)
    .values(row)
    .onConflictDoUpdate({
      target: [sessionRating.pitchId, sessionRating.accountId],
      set: { rating, note, updatedAt },
    })
    .returning({ id: sessionRating.id })
  if (!saved) throw new Error('a rating was not written')
  return saved.id
}

export async function sessionRatingOf(db: Db, pitchId: number, accountId: string) {
  const [row] = await db
    .select()
    .from(sessionRating)
    .where(and(eq(sessionRating.pitchId, pitchId), eq(sessionRating.accountId, accountId)))
  return row
}

/** The ratings of a pitch's session, newest first. */
export async function listSessionRatings(db: Db, pitchId: number, paging: Paging) {
  const ratings = db
    .select({ rated: sessionRating, firstname: account.firstname, lastname: account.lastname, email: account.email })
    .from(sessionRating)
    .innerJoin(account, eq(account.id, sessionRating.accountId))
    .where(eq(sessionRating.pitchId, pitchId))
  const rows = await rowsOf(ratings, paging, [desc(sessionRating.updatedAt), sessionRating.id])
  return rows.map(({ rated: { id, accountId, rating, note, updatedAt }, firstname, lastname, email }) => {
    const name = nameForManagers({ id: accountId, name: fullName({ firstname, lastname }), email })
    return { id, user_id: accountId, name, email, rating, note, at: updatedAt }
  })
}

/** How many gave each rating. */
export async function countSessionRatings(db: Db, pitchId: number): Promise<Record<SessionRating, number>> {
  const rows = await db
    .select({ rating: sessionRating.rating, total: count() })
    .from(sessionRating)
    .where(eq(sessionRating.pitchId, pitchId))
    .groupBy(sessionRating.rating)
  const found = new Map(rows.map(row => [row.rating, row.total]))
  return Object.fromEntries(sessionRatings.map(rating => [rating, found.get(rating) ?? 0])) as Record<
    SessionRating,
    number
  >
}

export async function removeSessionRatings(db: Transaction, pitchId: number): Promise<void> {
  await db.delete(sessionRating).where(eq(sessionRating.pitchId, pitchId))
}

/** Removes a deleted account's contact and address from its feedback; the choice and the note stay, without a name. */
export async function purgeContacts(db: Transaction, { id }: Forgotten): Promise<void> {
  await db.update(feedback).set({ contact: '', ip: '' }).where(eq(feedback.accountId, id))
}
