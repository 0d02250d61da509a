import type { PitchRow } from '#features/pitch/server/access.ts'
import { roomStateOf } from '#features/room/server/queries.ts'
import { emptyStoredQuestion } from '#features/room/server/storedEvents.ts'
import type { Context } from '#server/context.ts'
import { emptyQuestion, questionOfMessage } from './queries.ts'
import { tellDesk } from './tell.ts'

/** Takes the question away, words and all, that a message has become which was deleted. The caller holds the room. */
export async function withdrawQuestionOf(
  context: Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'>,
  pitch: PitchRow,
  messageId: number,
): Promise<void> {
  const { db, now, announce } = context
  const row = await questionOfMessage(db, messageId)
  if (!row || row.state === 'withdrawn') return
  await emptyQuestion(db, row.id, now)
  await emptyStoredQuestion(db, pitch.id, row.id)
  const { answering } = (await roomStateOf(db, pitch.id)).questions
  if (answering?.question_id === row.id) await announce(pitch.id, 'questionShown', { question: null })
  await tellDesk(context, pitch, [])
}
