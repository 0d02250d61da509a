import { postSystemMessage } from '#features/chat/server/postSystemMessage.ts'
import type { PitchRow } from '#features/pitch/server/access.ts'
import { changePitchState } from '#features/pitch/server/state.ts'
import { closeVideoRoom } from '#features/video/server/videoRoom.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

type Ending = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'> & { actor: Actor }

/** Everybody in the room sees it at once, and their video ends. Undefined when the pitch is not live. */
export async function endLivePitch(context: Ending, { id }: Pick<PitchRow, 'id'>): Promise<PitchRow | undefined> {
  const { db, announce, afterCommit, frame } = context
  const pitch = await changePitchState(db, { id }, 'end')
  if (!pitch) return undefined
  await postSystemMessage(context, pitch, 'pitchEnded')
  await announce(pitch.id, 'pitchEnded', { endedAt: (pitch.realEndAt ?? new Date()).toISOString() })
  afterCommit(() => closeVideoRoom(frame.media, pitch.id))
  return pitch
}
