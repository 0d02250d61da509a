import { calledInRoom } from '#features/core/account/veil.ts'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { partInRoom } from '#features/room/room/hosts.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** The part that somebody has in the room: whoever leads the pitch presents. Asks only when it makes a difference. */
export async function livingPart(db: Transaction, actor: Actor, { pitch, part }: PitchAccess) {
  if (presents(part) || part === 'attendee') return part
  return partInRoom(part, (await roomStateOf(db, pitch.id)).host === actor.accountId)
}

/** Who leads a pitch, as its room is told. Its presenter everybody knows by name. */
export const leading = ({ userId }: Pick<PitchRow, 'userId'>, host: string, name: string) => ({
  host,
  ...(host === userId ? {} : { leader: { account: host, name: calledInRoom(host, name) } }),
})
