import { and, asc, count, desc, eq, inArray, isNotNull, max, sql } from 'drizzle-orm'
import type { QuestionState } from '#features/talk/question/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { question } from './tables.ts'

type Db = Database | Transaction
export type QuestionRow = typeof question.$inferSelect

/** Waiting questions that a desk shows at most, and answered or dismissed ones. */
const WAITING_SHOWN = 500
const SETTLED_SHOWN = 100
/** Ids of forwarded messages that a browser gets: far more than a chat shows. */
const MESSAGES_LISTED = 1000

/** The questions of a pitch in these states: waiting ones in their order, others by their last change, newest first. */
export function questionsOf(db: Db, pitchId: number, states: readonly QuestionState[]): Promise<QuestionRow[]> {
  const waits = states.includes('waiting')
  return db
    .select()
    .from(question)
    .where(and(eq(question.pitchId, pitchId), inArray(question.state, [...states])))
    .orderBy(...(waits ? [asc(question.place), asc(question.askedAt)] : [desc(question.changedAt)]), question.id)
    .limit(waits ? WAITING_SHOWN : SETTLED_SHOWN)
}

/** The number of questions of a pitch in each state. */
export async function countQuestions(db: Db, pitchId: number): Promise<Partial<Record<QuestionState, number>>> {
  const rows = await db
    .select({ state: question.state, many: count() })
    .from(question)
    .where(eq(question.pitchId, pitchId))
    .groupBy(question.state)
  return Object.fromEntries(rows.map(({ state, many }) => [state, many]))
}

/** The questions of one asker, the newest first. */
export function ownQuestions(db: Db, pitchId: number, accountId: string): Promise<QuestionRow[]> {
  return db
    .select()
    .from(question)
    .where(and(eq(question.pitchId, pitchId), eq(question.fromAccountId, accountId)))
    .orderBy(desc(question.askedAt), question.id)
    .limit(100)
}

/** The pitches with questions of this account, forwarded messages included. */
export async function pitchesAskedIn(db: Db, accountId: string): Promise<number[]> {
  const rows = await db
    .selectDistinct({ pitchId: question.pitchId })
    .from(question)
    .where(eq(question.fromAccountId, accountId))
  return rows.map(({ pitchId }) => pitchId)
}

export async function findQuestion(db: Db, pitchId: number, id: string): Promise<QuestionRow | undefined> {
  const [row] = await db
    .select()
    .from(question)
    .where(and(eq(question.pitchId, pitchId), eq(question.id, id)))
  return row
}

/** The question with this id of the asker's browser. */
export async function findByLocalId(
  db: Db,
  pitchId: number,
  fromAccountId: string,
  localQuestionId: string,
): Promise<QuestionRow | undefined> {
  const [row] = await db
    .select()
    .from(question)
    .where(
      and(
        eq(question.pitchId, pitchId),
        eq(question.fromAccountId, fromAccountId),
        eq(question.localQuestionId, localQuestionId),
      ),
    )
  return row
}

/** The question that a message became, if it did. */
export async function questionOfMessage(db: Db, messageId: number): Promise<QuestionRow | undefined> {
  const [row] = await db.select().from(question).where(eq(question.messageId, messageId))
  return row
}

/** The messages of a pitch's chat that became questions, the newest first. */
export async function messagesAsked(db: Db, pitchId: number): Promise<number[]> {
  const rows = await db
    .select({ id: question.messageId })
    .from(question)
    .where(and(eq(question.pitchId, pitchId), isNotNull(question.messageId)))
    .orderBy(desc(question.messageId))
    .limit(MESSAGES_LISTED)
  return rows.flatMap(({ id }) => id ?? [])
}

/** Adds a question behind the waiting ones. Undefined if its message is a question already. The caller holds the room. */
export async function insertQuestion(
  db: Transaction,
  row: Omit<typeof question.$inferInsert, 'place'>,
): Promise<QuestionRow | undefined> {
  const [{ last } = { last: 0 }] = await db
    .select({ last: max(question.place) })
    .from(question)
    .where(eq(question.pitchId, row.pitchId))
  const [made] = await db
    .insert(question)
    .values({ ...row, place: (last ?? 0) + 1 })
    .onConflictDoNothing()
    .returning()
  return made
}

export async function setQuestionState(
  db: Transaction,
  ids: readonly string[],
  state: QuestionState,
  changedAt: Date,
): Promise<void> {
  await db
    .update(question)
    .set({ state, changedAt })
    .where(inArray(question.id, [...ids]))
}

/** Withdraws a question and empties it. */
export async function emptyQuestion(db: Transaction, id: string, changedAt: Date): Promise<void> {
  await db.update(question).set({ state: 'withdrawn', content: '', changedAt }).where(eq(question.id, id))
}

/** Sets the order of waiting questions. */
export async function orderQuestions(db: Transaction, ids: readonly string[]): Promise<void> {
  await db.execute(sql`update ${question} set place = placed.place
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as placed (id, place)
    where ${question.id} = placed.id`)
}

/** Marks the question that was being answered at the end of a pitch as answered. */
export async function answerLast(db: Transaction, pitchId: number, changedAt: Date): Promise<void> {
  await db
    .update(question)
    .set({ state: 'answered', changedAt })
    .where(and(eq(question.pitchId, pitchId), eq(question.state, 'answering')))
}

export async function removeQuestions(db: Transaction, pitchId: number): Promise<void> {
  await db.delete(question).where(eq(question.pitchId, pitchId))
}
