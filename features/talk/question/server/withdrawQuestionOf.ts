import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { questionPart } from '#features/talk/question/apply.ts'
import type { Context } from '#server/context.ts'
import { questionOfMessage } from './queries.ts'
import { takeWordsBack } from './takeWordsBack.ts'
import { tellDesk } from './tell.ts'

/** Takes the question away, words and all, that a message has become which was deleted. The caller holds the room. */
export async function withdrawQuestionOf(
  context: Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'>,
  pitch: PitchRow,
  messageId: number,
): Promise<void> {
  const { db } = context
  const row = await questionOfMessage(db, messageId)
  if (!row || row.state === 'withdrawn') return
  await takeWordsBack(context, pitch.id, row.id, (await roomStateOf(db, pitch.id, questionPart)).questions.answering)
  await tellDesk(context, pitch, [])
}
