import { postSystemMessage } from '#features/chat/server/postSystemMessage.ts'
import { manages, wireStatus } from '#features/pitch/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import { changePitchState } from '#features/pitch/server/state.ts'
import type { roomCalls } from '#features/room/contract.ts'
import { closeVideoRoom } from '#features/video/server/videoRoom.ts'
import type { Handler } from '#server/context.ts'

/** [CALL-032] Everybody in the room sees it at once, and their video ends. */
export const endPitch: Handler<typeof roomCalls.endPitch> = async context => {
  const { db, actor, input, fail, announce, afterCommit, frame } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(access.part)) return fail('NoPermission')
  const pitch = await changePitchState(db, access.pitch, 'end')
  if (!pitch) return fail('PitchStateForbids')
  await postSystemMessage(context, pitch, 'pitchEnded')
  await announce(pitch.id, 'pitchEnded', { endedAt: (pitch.realEndAt ?? new Date()).toISOString() })
  afterCommit(() => closeVideoRoom(frame.media, pitch.id))
  return { status: wireStatus(pitch.state) }
}
