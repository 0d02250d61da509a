import { pitchById } from '#features/core/part/server/access.ts'
import { livePitchIds } from '#features/core/pitch/server/queries.ts'
import { participantOf } from '#features/room/media/server/videoRoom.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handler } from '#server/context.ts'

/** [CALL-071] The person who leads a pitch is live. A pitch that the caller may not see does not count. */
export const getLiveStatus: Handler<typeof shareCalls.getLiveStatus> = async ({ db, actor, input, frame }) => {
  const { presenter } = input
  for (const id of await livePitchIds(db, presenter)) {
    const access = await pitchById(db, actor, id)
    if (!access) continue
    const { pitch } = access
    const room = await roomStateOf(db, pitch.id, sharePart)
    if (room.status !== 2 || livingHostOf(room, pitch.userId) !== presenter) continue
    const participant = await participantOf(frame.media, pitch.id, presenter)
    return {
      presenter,
      status: room.paused ? ('paused' as const) : ('live' as const),
      pitch_uuid: pitch.uuid,
      started_at: room.startedAt,
      is_sending: participant === 'unknown' ? null : (participant?.tracks.some(track => !track.muted) ?? false),
    }
  }
  return { presenter, status: 'off' as const, pitch_uuid: null, started_at: null, is_sending: false }
}
