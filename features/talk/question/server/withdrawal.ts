import { sql } from 'drizzle-orm'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { emptiedAt, rewriteStored } from '#features/room/room/server/storedEvents.ts'
import { type QuestionShown, questionPart } from '#features/talk/question/apply.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { signalDesk } from './deskActs.ts'
import { emptyQuestion, questionOfMessage } from './queries.ts'

/**
 * Withdraws a question and removes its words from the desk, from the stored events and, if it was ever shown, from the
 * stage and from what servers keep for browsers that resume. The caller holds the room; `answering` is what it shows.
 */
export async function withdrawWords(
  { db, now, announce }: Pick<Context, 'db' | 'now' | 'announce'>,
  pitchId: number,
  questionId: string,
  answering: QuestionShown | null,
): Promise<void> {
  await emptyQuestion(db, questionId, now)
  if (!(await emptyStoredQuestion(db, pitchId, questionId))) return
  const isNone = answering === null || answering.question_id === questionId
  const question = isNone ? null : { ...answering, notification_members: answering.notification_members?.slice() }
  await announce(pitchId, 'questionShown', { question, withdrawn: questionId })
}

/** Removes the words of a question from the room's stored events; false if no event has them. */
const emptyStoredQuestion = (db: Transaction, pitchId: number, questionId: string): Promise<boolean> =>
  rewriteStored(db, pitchId, 'questionShown', payload => ({
    payload: sql`${emptiedAt(payload, 'question', 'content')} #- '{question,notification_members}'`,
    where: sql`${payload} -> 'question' ->> 'question_id' = ${questionId}`,
  }))

/** Withdraws the question that a deleted message became, if it did. The caller holds the room. */
export async function withdrawQuestionOfMessage(
  context: Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'>,
  pitch: PitchRow,
  messageId: number,
): Promise<void> {
  const { db } = context
  const row = await questionOfMessage(db, messageId)
  if (!row || row.state === 'withdrawn') return
  await withdrawWords(context, pitch.id, row.id, (await roomStateOf(db, pitch.id, questionPart)).questions.answering)
  await signalDesk(context, pitch, [])
}
