import { managedPitch } from '#features/core/part/server/access.ts'
import type { reportCalls } from '#features/results/report/contract.ts'
import type { Handler } from '#server/context.ts'
import { askedIn } from './talk.ts'

export const getPitchQuestions: Handler<typeof reportCalls.getPitchQuestions> = async ({ db, actor, input, fail }) => {
  const pitch = await managedPitch(db, actor, input.uuid)
  return pitch ? askedIn(db, pitch, input) : fail('PitchNotFound')
}
