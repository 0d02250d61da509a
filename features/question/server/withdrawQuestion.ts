import { pitchFor } from '#features/pitch/server/access.ts'
import type { questionCalls } from '#features/question/contract.ts'
import { lockRoom } from '#features/room/server/append.ts'
import { mayAttempt } from '#features/room/server/pace.ts'
import { paced } from '#server/pace.ts'
import { findQuestion, setQuestionState } from './queries.ts'
import { tellDesk } from './tell.ts'

/** Behind the room's lock: one that is being answered already stays. */
export const withdrawQuestion = paced<typeof questionCalls.withdrawQuestion>(mayAttempt, async context => {
  const { db, actor, input, now, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  await lockRoom(db, access.pitch.id)
  const row = await findQuestion(db, access.pitch.id, input.question_id)
  if (!row || row.fromAccountId !== actor.accountId || row.messageId !== null) return fail('QuestionNotFound')
  if (row.state === 'withdrawn') return {}
  if (row.state !== 'waiting') return fail('QuestionNotWaiting')
  await setQuestionState(db, [row.id], 'withdrawn', now)
  await tellDesk(context, access.pitch, [actor.accountId])
  return {}
})
