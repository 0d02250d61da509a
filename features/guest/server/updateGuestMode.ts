import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { guestCalls } from '#features/guest/contract.ts'
import { manages } from '#features/pitch/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import { lockRoom } from '#features/room/server/append.ts'
import { hostsSeen } from '#features/room/server/queries.ts'
import { livingPart } from '#features/stage/server/livingHost.ts'
import { renameInVideo } from '#features/video/server/sending.ts'
import type { Handler } from '#server/context.ts'
import { guestsBut } from './nameless.ts'
import { takeNames } from './takeNames.ts'

/**
 * [GAP-018, STATE-091, STATE-092] Names that were written down before are taken back where the room keeps them, for good:
 * nothing that was said by a guest gets a name again. Switching it twice the same way is no event.
 */
export const updateGuestMode: Handler<typeof guestCalls.updateGuestMode> = async context => {
  const { db, actor, input, fail, announce, afterCommit, frame } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(await livingPart(db, actor, access))) return fail('NoPermission')
  const { pitch } = access
  const { on } = input
  const room = await lockRoom(db, pitch.id)
  if (room.guests.on === on) return { on }

  const hosts = await hostsSeen(db, pitch)
  if (on) await takeNames(db, pitch.id, guestsBut(hosts))
  await announce(pitch.id, 'guestModeChanged', { on, hosts })
  await writeAudit(context, { action: on ? 'guests.hide' : 'guests.show', subject: pitch.uuid })
  afterCommit(() => renameInVideo(frame, pitch.id))
  return { on }
}
