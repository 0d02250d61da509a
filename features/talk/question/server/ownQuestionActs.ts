import type { Output } from '#contract/call.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { checkMayTalk } from '#features/talk/chat/server/checks.ts'
import { questionPart } from '#features/talk/question/apply.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import { MOST_WAITING } from '#features/talk/question/rules.ts'
import { paced } from '#server/pace.ts'
import { signalDesk } from './deskActs.ts'
import { findByLocalId, findQuestion, insertQuestion, ownQuestions, type QuestionRow } from './queries.ts'
import { withdrawWords } from './withdrawal.ts'

/** A question as its asker sees it. */
const asOwn = (row: QuestionRow): Output<typeof questionCalls.askQuestion> => ({
  id: row.id,
  state: row.state,
  content: row.content,
  asked_at: row.askedAt.toISOString(),
})

export const askQuestion = paced<typeof questionCalls.askQuestion>(
  mayAttempt,
  withPitch<typeof questionCalls.askQuestion>(
    part => part === 'attendee',
    async context => {
      const { db, actor, input, now, fail, pitch, part } = context
      const { removed } = await lockRoom(db, pitch.id)
      if (removed.includes(actor.accountId)) return fail('PitchNotFound')
      const before = await findByLocalId(db, pitch.id, actor.accountId, input.local_question_id)
      if (before) return asOwn(before)
      // read again behind the lock, where no other call changes it
      if (!(await pitchFor(db, actor, input.pitch_uuid))?.pitch.showQuestion) return fail('QuestionsClosed')
      await checkMayTalk(context, { pitch, part })
      const own = await ownQuestions(db, pitch.id, actor.accountId)
      if (own.filter(({ state }) => state === 'waiting').length >= MOST_WAITING) return fail('TooManyQuestions')
      const made = await insertQuestion(db, {
        pitchId: pitch.id,
        fromAccountId: actor.accountId,
        fromName: await nameInRoom(db, pitch.id, actor),
        content: input.content,
        isNamed: input.is_named,
        localQuestionId: input.local_question_id,
        askedAt: now,
        changedAt: now,
      })
      if (!made) throw new Error('a question was not inserted')
      await signalDesk(context, pitch, [actor.accountId])
      return asOwn(made)
    },
  ),
)

export const getOwnQuestions = withPitch<typeof questionCalls.getOwnQuestions>('sees', async context => {
  const { db, actor, pitch } = context
  const own = await ownQuestions(db, pitch.id, actor.accountId)
  // forwarded messages are in the chat
  const items = own.filter(row => row.messageId === null && row.state !== 'withdrawn').map(asOwn)
  return { items, total: items.length }
})

/** The room's lock decides whether the question still waits. Its words are removed from stored events as well. */
export const withdrawQuestion = paced<typeof questionCalls.withdrawQuestion>(
  mayAttempt,
  withPitch<typeof questionCalls.withdrawQuestion>('sees', async context => {
    const { db, actor, input, fail, pitch } = context
    const room = await lockRoom(db, pitch.id, questionPart)
    const row = await findQuestion(db, pitch.id, input.question_id)
    if (!row || row.fromAccountId !== actor.accountId || row.messageId !== null) return fail('QuestionNotFound')
    if (row.state === 'withdrawn') return {}
    if (row.state !== 'waiting') return fail('QuestionNotWaiting')
    await withdrawWords(context, pitch.id, row.id, room.questions.answering)
    await signalDesk(context, pitch, [actor.accountId])
    return {}
  }),
)
