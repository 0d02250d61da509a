import { sql } from 'drizzle-orm'
import { emptiedAt, rewriteStored } from '#features/room/room/server/storedEvents.ts'
import type { Transaction } from '#server/db/database.ts'

/** Takes the words of a question out of the room's stored events; false when none of them says it. */
export const emptyStoredQuestion = (db: Transaction, pitchId: number, questionId: string): Promise<boolean> =>
  rewriteStored(db, pitchId, 'questionShown', payload => ({
    payload: sql`${emptiedAt(payload, 'question', 'content')} #- '{question,notification_members}'`,
    where: sql`${payload} -> 'question' ->> 'question_id' = ${questionId}`,
  }))
