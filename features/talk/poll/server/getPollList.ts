import { pitchFor } from '#features/core/part/server/access.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import { runsPolls } from '#features/talk/poll/rules.ts'
import type { Handler } from '#server/context.ts'
import { listPolls } from './queries.ts'

export const getPollList: Handler<typeof pollCalls.getPollList> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!runsPolls(access.part)) return fail('NoPermission')
  const items = await listPolls(db, access.pitch.id)
  return { items, total: items.length }
}
