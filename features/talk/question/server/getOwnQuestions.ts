import { pitchFor } from '#features/core/part/server/access.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import type { Handler } from '#server/context.ts'
import { asOwn } from './askQuestion.ts'
import { ownQuestions } from './queries.ts'

export const getOwnQuestions: Handler<typeof questionCalls.getOwnQuestions> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const own = await ownQuestions(db, access.pitch.id, actor.accountId)
  // what was said in the chat is found there
  const items = own.filter(row => row.messageId === null && row.state !== 'withdrawn').map(asOwn)
  return { items, total: items.length }
}
