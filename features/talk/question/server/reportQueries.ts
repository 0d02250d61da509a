import { and, asc, count, desc, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import type { DeskState } from '#features/talk/question/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { QuestionRow } from './queries.ts'
import { question } from './tables.ts'

export interface QuestionsAsked {
  readonly page: number
  readonly limit: number
  /** A part of the question, or of the asker's name as the room has it. */
  readonly content?: string | undefined
  readonly state?: Exclude<DeskState, 'answering'> | undefined
}

/** What was asked in a pitch: what was left without an answer first, in its order. What was taken back is not among it. */
export async function questionsForReport(
  db: Database | Transaction,
  pitchId: number,
  { page, limit, content, state }: QuestionsAsked,
): Promise<{ rows: QuestionRow[]; total: number }> {
  const words = content && `%${content.replace(/[\\%_]/g, '\\$&')}%`
  const open: DeskState[] = ['answering', 'waiting']
  const where = and(
    eq(question.pitchId, pitchId),
    ne(question.state, 'withdrawn'),
    state && inArray(question.state, state === 'waiting' ? open : [state]),
    words ? or(ilike(question.content, words), ilike(question.fromName, words)) : undefined,
  )
  const isOpen = sql`${question.state} in ('answering', 'waiting')`
  const rows = await db
    .select()
    .from(question)
    .where(where)
    .orderBy(
      desc(isOpen),
      asc(sql`case when ${isOpen} then ${question.place} end`),
      desc(question.changedAt),
      question.id,
    )
    .limit(limit)
    .offset((page - 1) * limit)
  const [all] = await db.select({ total: count() }).from(question).where(where)
  return { rows, total: all?.total ?? 0 }
}
