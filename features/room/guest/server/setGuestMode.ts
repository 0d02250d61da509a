import { guestsBut } from '#features/core/account/server/nameless.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { guestPart } from '#features/room/guest/apply.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { hostsSeen } from '#features/room/room/server/teamQueries.ts'
import type { Context } from '#server/context.ts'
import { raise } from '#server/occasions.ts'
import { aliasesOf } from './aliases.ts'
import { takeNames } from './takeNames.ts'

type Setting = Parameters<typeof writeAudit>[0] & Pick<Context, 'db' | 'announce' | 'afterCommit' | 'frame'>

/**
 * [STATE-091, STATE-092] Turns the guest mode of a pitch on or off, also before its room opens. Turning it on replaces
 * stored names permanently: what a guest has said never gets a name again. Setting what holds already makes no event.
 */
export async function setGuestMode(context: Setting, pitch: PitchRow, on: boolean): Promise<void> {
  const { db, announce } = context
  const room = await lockRoom(db, pitch.id, guestPart)
  if (room.guests.on === on) return
  const hosts = await hostsSeen(db, pitch)
  const { of } = await aliasesOf(context.frame.settings, pitch.id)
  if (on) await takeNames(context, pitch.id, guestsBut(hosts, of))
  await announce(pitch.id, 'guestModeChanged', { on, hosts })
  await writeAudit(context, { action: on ? 'guests.hide' : 'guests.show', subject: pitch.uuid })
  await raise(context, 'guestModeChanged', pitch)
}
