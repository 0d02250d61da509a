import { pitchFor } from '#features/core/part/server/access.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mentionsOf } from '#features/talk/chat/server/queries.ts'
import { questionPart } from '#features/talk/question/apply.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { findQuestion, type QuestionRow, questionsOf, setQuestionState } from './queries.ts'
import { tellDesk } from './tell.ts'

type Updating = ContextOf<typeof questionCalls.updateQuestion>

/** Behind the room's lock: of two that are taken up at once one is answered, and everybody sees the other one. */
export const updateQuestion: Handler<typeof questionCalls.updateQuestion> = async context => {
  const { db, actor, input, now, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { pitch } = access
  const { questions } = await lockRoom(db, pitch.id, questionPart)
  const row = await findQuestion(db, pitch.id, input.question_id)
  if (!row || row.state === 'withdrawn') return fail('QuestionNotFound')
  const { state } = input
  if (row.state === state) return { state }
  const askers = [row.fromAccountId]
  if (state === 'answering') askers.push(...(await answerThoseBefore(context, pitch.id)))
  await setQuestionState(db, [row.id], state, now)
  if (state === 'answering') await announce(pitch.id, 'questionShown', { question: await asShown(context, row) })
  else if (questions.answering?.question_id === row.id) await announce(pitch.id, 'questionShown', { question: null })
  await tellDesk(context, pitch, askers)
  return { state }
}

/** One question is answered at a time. Answers who asked those before. */
async function answerThoseBefore({ db, now }: Updating, pitchId: number): Promise<string[]> {
  const before = await questionsOf(db, pitchId, ['answering'])
  const ids = before.map(({ id }) => id)
  if (ids.length > 0) await setQuestionState(db, ids, 'answered', now)
  return before.map(({ fromAccountId }) => fromAccountId)
}

/** What everybody sees of it: the name only of whoever wanted to be named, and in guest mode of no guest. */
async function asShown({ db }: Updating, row: QuestionRow) {
  const { id, pitchId, fromAccountId, fromName, isNamed, content, messageId } = row
  const { name } = await veiled(db, pitchId, { account: fromAccountId, name: fromName })
  const mentioned = messageId === null ? [] : await mentionsOf(db, messageId)
  return {
    ...{ question_id: id, content, account: isNamed ? fromAccountId : null, name: isNamed ? name : '' },
    ...(messageId !== null && { message_id: messageId }),
    ...(mentioned.length > 0 && { notification_members: [...mentioned] }),
  }
}
