import { nameOrNumber } from '#features/core/account/veil.ts'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import { type PitchPart, presents, wireStatus } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { livingHostOf, partInRoom } from '#features/room/room/hosts.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** The caller's part in the room: the leader presents. Reads the room only when that makes a difference. */
export async function livingPart(db: Transaction, actor: Actor, { pitch, part }: PitchAccess) {
  if (presents(part) || part === 'attendee') return part
  return partInRoom(part, (await roomStateOf(db, pitch.id)).host === actor.accountId)
}

type LivingContext = PitchAccess & {
  readonly db: Transaction
  readonly actor: Actor
  readonly fail: (code: 'NoPermission') => never
}

/** For `withPitch('sees', …)`: fails with NoPermission when the rule does not allow the caller's part in the room. */
export const withLivingPart =
  <X extends LivingContext, R>(may: (part: PitchPart) => boolean, handle: (context: X) => Promise<R>) =>
  async (context: X): Promise<R> =>
    may(await livingPart(context.db, context.actor, context)) ? handle(context) : context.fail('NoPermission')

/** The leader as events name them. The presenter needs no name: the room has it. */
export const leaderFields = ({ userId }: Pick<PitchRow, 'userId'>, host: string, name: string) => ({
  host,
  ...(host === userId ? {} : { leader: { account: host, name: nameOrNumber(host, name) } }),
})

/** The status, pause and leader of a pitch. While it is live they are the room's, as the transaction has made them. */
export async function liveStatusOf(db: Transaction, pitch: PitchRow) {
  const room = await roomStateOf(db, pitch.id)
  const status = wireStatus(pitch.state)
  return {
    status: status === 2 ? room.status : status,
    is_paused: room.paused,
    living_host: livingHostOf(room, pitch.userId),
  }
}
