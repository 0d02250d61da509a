import { pitchFor } from '#features/core/part/server/access.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import { movedAfter } from '#features/talk/question/rules.ts'
import type { Handler } from '#server/context.ts'
import { orderQuestions, questionsOf } from './queries.ts'
import { tellDesk } from './tell.ts'

/** Two who move at once move one after the other. */
export const moveQuestion: Handler<typeof questionCalls.moveQuestion> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { pitch } = access
  await lockRoom(db, pitch.id)
  const ids = (await questionsOf(db, pitch.id, ['waiting'])).map(row => row.id)
  const { question_id, after } = input
  const isThere = (id: string) => ids.includes(id)
  if (!isThere(question_id) || (after !== undefined && (after === question_id || !isThere(after))))
    return fail('QuestionNotFound')
  const moved = movedAfter(ids, question_id, after)
  if (moved.join() === ids.join()) return {}
  await orderQuestions(db, moved)
  await tellDesk(context, pitch, [])
  return {}
}
