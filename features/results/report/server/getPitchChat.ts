import { managedPitch } from '#features/core/part/server/access.ts'
import type { reportCalls } from '#features/results/report/contract.ts'
import type { Handler } from '#server/context.ts'
import { writtenIn } from './talk.ts'

export const getPitchChat: Handler<typeof reportCalls.getPitchChat> = async ({ db, actor, input, fail }) => {
  const pitch = await managedPitch(db, actor, input.uuid)
  return pitch ? writtenIn(db, pitch, input) : fail('PitchNotFound')
}
