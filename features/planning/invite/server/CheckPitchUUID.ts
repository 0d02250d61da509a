import { pitchByUuid } from '#features/core/pitch/server/queries.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import type { Handler } from '#server/context.ts'

/** CALL-181, ERR-021 */
export const CheckPitchUUID: Handler<typeof inviteCalls.CheckPitchUUID> = async ({ input, db, fail }) => {
  const pitch = await pitchByUuid(db, input.uuid)
  return pitch ? { group_chat_id: await chatGroupOf(db, pitch) } : fail('PitchNotFound')
}
