import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { DeskState } from '#features/talk/question/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { contains, type Paging, pageOf } from '#server/lists.ts'
import type { QuestionRow } from './queries.ts'
import { question } from './tables.ts'

export interface QuestionsAsked extends Paging {
  /** A part of the question, or of the asker's name in the room. */
  readonly content?: string | undefined
  readonly state?: Exclude<DeskState, 'answering'> | undefined
}

/** The questions of a pitch: unanswered ones first, in their order. Withdrawn ones are left out. */
export function questionsForReport(
  db: Database | Transaction,
  pitchId: number,
  { content, state, ...paging }: QuestionsAsked,
): Promise<{ items: QuestionRow[]; total: number }> {
  const open: DeskState[] = ['answering', 'waiting']
  const where = and(
    eq(question.pitchId, pitchId),
    ne(question.state, 'withdrawn'),
    state && inArray(question.state, state === 'waiting' ? open : [state]),
    contains(content, question.content, question.fromName),
  )
  const isOpen = sql`${question.state} in ('answering', 'waiting')`
  return pageOf(db, db.select().from(question).where(where), paging, [
    desc(isOpen),
    sql`case when ${isOpen} then ${question.place} end`,
    desc(question.changedAt),
    question.id,
  ])
}
