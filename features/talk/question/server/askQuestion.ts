import type { Output } from '#contract/call.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { mayTalk } from '#features/talk/chat/server/mayTalk.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import { MOST_WAITING } from '#features/talk/question/rules.ts'
import { paced } from '#server/pace.ts'
import { findAsked, insertQuestion, ownQuestions, type QuestionRow } from './queries.ts'
import { tellDesk } from './tell.ts'

/** Whoever attends asks, where the pitch takes questions; muted people do not. */
export const askQuestion = paced<typeof questionCalls.askQuestion>(mayAttempt, async context => {
  const { db, actor, input, now, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (access.part !== 'attendee') return fail('NoPermission')
  const { pitch } = access
  const { removed } = await lockRoom(db, pitch.id)
  if (removed.includes(actor.accountId)) return fail('PitchNotFound')
  const asked = await findAsked(db, pitch.id, actor.accountId, input.local_question_id)
  if (asked) return asOwn(asked)
  // as it is now that nobody else changes it
  if (!(await pitchFor(db, actor, input.pitch_uuid))?.pitch.showQuestion) return fail('QuestionsClosed')
  await mayTalk(context, access)
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
  await tellDesk(context, pitch, [actor.accountId])
  return asOwn(made)
})

/** A question as whoever asked it sees it. */
export const asOwn = (row: QuestionRow): Output<typeof questionCalls.askQuestion> => ({
  id: row.id,
  state: row.state,
  content: row.content,
  asked_at: row.askedAt.toISOString(),
})
