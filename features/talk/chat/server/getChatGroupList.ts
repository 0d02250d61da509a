import { pitchFor } from '#features/core/part/server/access.ts'
import { moderates } from '#features/room/room/rules.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { entriesOf } from './entries.ts'

/** [CALL-221] */
export const getChatGroupList: Handler<typeof chatCalls.getChatGroupList> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  return entriesOf(db, access.pitch, actor.accountId, { isTeam: moderates(access.part), limit: input.limit })
}
