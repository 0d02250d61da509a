import type { QuestionShown } from '#features/talk/question/apply.ts'
import type { Context } from '#server/context.ts'
import { emptyQuestion } from './queries.ts'
import { emptyStoredQuestion } from './storedQuestions.ts'

/**
 * Withdraws a question, and what it said is gone: from the desk, from the stored events and, where it was shown, from the
 * stage and from what servers hold for those who resume. The caller holds the room; `answering` is what it shows.
 */
export async function takeWordsBack(
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
