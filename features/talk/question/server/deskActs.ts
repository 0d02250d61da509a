import { withPitch } from '#features/core/part/server/withPitch.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { labelled } from '#features/room/guest/server/labels.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { moderates, seesGuests } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import { adminsHere, teamOfPitch } from '#features/room/room/server/teamQueries.ts'
import { mentionsOf } from '#features/talk/chat/server/queries.ts'
import { questionPart } from '#features/talk/question/apply.ts'
import type { DeskQuestion, questionCalls } from '#features/talk/question/contract.ts'
import { movedAfter } from '#features/talk/question/rules.ts'
import type { Context, ContextOf } from '#server/context.ts'
import {
  countQuestions,
  findQuestion,
  messagesAsked,
  orderQuestions,
  type QuestionRow,
  questionsOf,
  setQuestionState,
} from './queries.ts'

/** Signals the team of a pitch, and the askers of the changed questions, to load their lists again. */
export async function signalDesk(
  { db, afterCommit, frame }: Pick<Context, 'db' | 'afterCommit' | 'frame'>,
  pitch: PitchRow,
  askers: readonly string[],
): Promise<void> {
  const desk = [...(await teamOfPitch(db, pitch)), ...(await adminsHere(db, pitch.id))]
  afterCommit(() => {
    frame.rooms.signal(pitch.id, [...new Set(desk)], 'questionsChanged', {})
    const others = [...new Set(askers)].filter(id => !desk.includes(id))
    if (others.length > 0) frame.rooms.signal(pitch.id, others, 'ownQuestionsChanged', {})
  })
}

export const getQuestionList = withPitch<typeof questionCalls.getQuestionList>(moderates, async context => {
  const { db, actor, input, pitch, part } = context
  const rows = await questionsOf(db, pitch.id, input.state === 'waiting' ? ['answering', 'waiting'] : [input.state])
  const names = await namesSeenBy(
    db,
    part,
    rows.map(row => row.forwardedBy),
  )
  const { waiting = 0, answering = 0, answered = 0, dismissed = 0 } = await countQuestions(db, pitch.id)
  // the question being answered comes before the waiting ones
  const isAnswering = (row: QuestionRow) => Number(row.state === 'answering')
  rows.sort((one, other) => isAnswering(other) - isAnswering(one))
  const asked = rows.map(row => asOnDesk(row, names(row.forwardedBy)))
  const items = await labelled(db, pitch.id, part, asked)
  return {
    items: seesGuests(part, actor.roles) ? items : await veiled(db, pitch.id, items),
    total: input.state === 'waiting' ? waiting + answering : input.state === 'answered' ? answered : dismissed,
    ...{ waiting, answered, dismissed, open: pitch.showQuestion },
    message_ids: await messagesAsked(db, pitch.id),
  }
})

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

type Updating = ContextOf<typeof questionCalls.updateQuestion>

/** The room's lock orders simultaneous changes: when two questions are taken up, the first becomes answered. */
export const updateQuestion = withPitch<typeof questionCalls.updateQuestion>(moderates, async context => {
  const { db, input, now, fail, announce, pitch } = context
  const { questions } = await lockRoom(db, pitch.id, questionPart)
  const row = await findQuestion(db, pitch.id, input.question_id)
  if (!row || row.state === 'withdrawn') return fail('QuestionNotFound')
  const { state } = input
  if (row.state === state) return { state }
  const askers = [row.fromAccountId]
  if (state === 'answering') askers.push(...(await finishAnswering(context, pitch.id)))
  await setQuestionState(db, [row.id], state, now)
  if (state === 'answering') await announce(pitch.id, 'questionShown', { question: await asShown(context, row) })
  else if (questions.answering?.question_id === row.id) await announce(pitch.id, 'questionShown', { question: null })
  await signalDesk(context, pitch, askers)
  return { state }
})

/** Marks the question being answered as answered, since there is one at a time. Returns its asker. */
async function finishAnswering({ db, now }: Updating, pitchId: number): Promise<string[]> {
  const before = await questionsOf(db, pitchId, ['answering'])
  const ids = before.map(({ id }) => id)
  if (ids.length > 0) await setQuestionState(db, ids, 'answered', now)
  return before.map(({ fromAccountId }) => fromAccountId)
}

/**
 * The question as everyone sees it: with the asker's name only if they agreed, and without names of guests in guest
 * mode.
 */
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

/** The room's lock orders simultaneous moves. */
export const moveQuestion = withPitch<typeof questionCalls.moveQuestion>(moderates, async context => {
  const { db, input, fail, pitch } = context
  await lockRoom(db, pitch.id)
  const ids = (await questionsOf(db, pitch.id, ['waiting'])).map(row => row.id)
  const { question_id, after } = input
  const isWaiting = (id: string) => ids.includes(id)
  if (!isWaiting(question_id) || (after !== undefined && (after === question_id || !isWaiting(after))))
    return fail('QuestionNotFound')
  const moved = movedAfter(ids, question_id, after)
  if (moved.join() === ids.join()) return {}
  await orderQuestions(db, moved)
  await signalDesk(context, pitch, [])
  return {}
})

/** Takes effect with its acknowledgement. An unchanged setting causes no event. */
export const updatePitchQuestions = withPitch<typeof questionCalls.updatePitchQuestions>(moderates, async context => {
  const { db, input, announce, pitch } = context
  // the pitch is locked before its room, as everywhere
  const { showQuestion: now } = await lockPitch(db, pitch.id)
  const { questions } = await lockRoom(db, pitch.id, questionPart)
  if (now !== input.open) await updatePitchRow(db, pitch.id, { showQuestion: input.open })
  if ((questions.open ?? now) !== input.open) await announce(pitch.id, 'questionsOpened', { open: input.open })
  return { open: input.open }
})
