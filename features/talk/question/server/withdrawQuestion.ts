import { pitchFor } from '#features/core/part/server/access.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { questionPart } from '#features/talk/question/apply.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import { paced } from '#server/pace.ts'
import { findQuestion } from './queries.ts'
import { takeWordsBack } from './takeWordsBack.ts'
import { tellDesk } from './tell.ts'

/**
 * Behind the room's lock: one that is being answered already stays. What was taken back is gone, words and all, also for
 * those who resume when it was on stage before it waited again.
 */
export const withdrawQuestion = paced<typeof questionCalls.withdrawQuestion>(mayAttempt, async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const room = await lockRoom(db, access.pitch.id, questionPart)
  const row = await findQuestion(db, access.pitch.id, input.question_id)
  if (!row || row.fromAccountId !== actor.accountId || row.messageId !== null) return fail('QuestionNotFound')
  if (row.state === 'withdrawn') return {}
  if (row.state !== 'waiting') return fail('QuestionNotWaiting')
  await takeWordsBack(context, access.pitch.id, row.id, room.questions.answering)
  await tellDesk(context, access.pitch, [actor.accountId])
  return {}
})
