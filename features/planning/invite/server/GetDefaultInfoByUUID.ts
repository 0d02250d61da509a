import { pitchByUuid } from '#features/core/pitch/server/queries.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import type { Handler } from '#server/context.ts'

/** CALL-180: before anybody has signed in, so it tells no more than whoever was sent the uuid knows. */
export const GetDefaultInfoByUUID: Handler<typeof inviteCalls.GetDefaultInfoByUUID> = async ({ input, db, fail }) => {
  const pitch = await pitchByUuid(db, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  const group_chat_id = await chatGroupOf(db, pitch)
  return { group_chat_id, group_name: pitch.presentationName, pitch_detail_id: pitch.id }
}
