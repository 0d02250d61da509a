import { wireStatus } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'

/** How a pitch stands: of the room while the pitch is live, as its own transaction has made it. */
export async function standingOf(db: Transaction, pitch: PitchRow) {
  const room = await roomStateOf(db, pitch.id)
  const known = wireStatus(pitch.state)
  return {
    status: known === 2 ? room.status : known,
    is_paused: room.paused,
    living_host: livingHostOf(room, pitch.userId),
  }
}
