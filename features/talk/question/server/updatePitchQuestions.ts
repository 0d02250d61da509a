import { pitchFor } from '#features/core/part/server/access.ts'
import { updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { questionPart } from '#features/talk/question/apply.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import type { Handler } from '#server/context.ts'

/** From its acknowledgement on nobody asks any more, or everybody may. What is so already is no event. */
export const updatePitchQuestions: Handler<typeof questionCalls.updatePitchQuestions> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { id } = access.pitch
  // the pitch before its room, as everywhere
  const { showQuestion: now } = await lockPitch(db, id)
  const { questions } = await lockRoom(db, id, questionPart)
  if (now !== input.open) await updatePitchRow(db, id, { showQuestion: input.open })
  if ((questions.open ?? now) !== input.open) await announce(id, 'questionsOpened', { open: input.open })
  return { open: input.open }
}
