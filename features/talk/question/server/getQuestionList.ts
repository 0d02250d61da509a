import { pitchFor } from '#features/core/part/server/access.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { moderates, seesGuests } from '#features/room/room/rules.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import type { DeskQuestion, questionCalls } from '#features/talk/question/contract.ts'
import type { Handler } from '#server/context.ts'
import { countQuestions, messagesAsked, type QuestionRow, questionsOf } from './queries.ts'

export const getQuestionList: Handler<typeof questionCalls.getQuestionList> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { id, showQuestion } = access.pitch
  const rows = await questionsOf(db, id, input.state === 'waiting' ? ['answering', 'waiting'] : [input.state])
  const called = await namesSeenBy(
    db,
    access.part,
    rows.map(row => row.forwardedBy),
  )
  const { waiting = 0, answering = 0, answered = 0, dismissed = 0 } = await countQuestions(db, id)
  // what is being answered stands above what waits
  const isAnswering = (row: QuestionRow) => Number(row.state === 'answering')
  rows.sort((one, other) => isAnswering(other) - isAnswering(one))
  const items = rows.map(row => asOnDesk(row, called(row.forwardedBy)))
  return {
    items: seesGuests(access.part, actor.roles) ? items : await veiled(db, id, items),
    total: input.state === 'waiting' ? waiting + answering : input.state === 'answered' ? answered : dismissed,
    ...{ waiting, answered, dismissed, open: showQuestion },
    message_ids: await messagesAsked(db, id),
  }
}

const asOnDesk = (row: QuestionRow, forwardedBy: string): DeskQuestion => ({
  id: row.id,
  state: row.state === 'withdrawn' ? 'dismissed' : row.state,
  content: row.content,
  user_id: row.fromAccountId,
  name: row.fromName,
  is_named: row.isNamed,
  message_id: row.messageId,
  forwarded_by: forwardedBy,
  asked_at: row.askedAt.toISOString(),
})
