import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { chatPart } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'

/** Behind the lock that every message passes: it holds once it is acknowledged. What is so already is no event. */
export const updatePitchSlowMode: Handler<typeof chatCalls.updatePitchSlowMode> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { id, uuid } = access.pitch
  const { seconds } = input
  if ((await lockRoom(db, id, chatPart)).slow !== seconds) {
    await announce(id, 'slowModeChanged', { seconds })
    await writeAudit(context, { action: 'chat.slowMode', subject: uuid, detail: { seconds } })
  }
  return { seconds }
}
