import { pitchFor } from '#features/core/part/server/access.ts'
import { listRemoved } from '#features/core/part/server/removalQueries.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { moderates, seesGuests } from '#features/room/room/rules.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import type { liveCalls } from '#features/screens/live/contract.ts'
import type { Handler } from '#server/context.ts'

export const getRemovedList: Handler<typeof liveCalls.getRemovedList> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  if (!moderates(part)) return fail('NoPermission')
  const { rows, total } = await listRemoved(db, pitch.id, input)
  const called = await namesSeenBy(
    db,
    part,
    rows.flatMap(row => [row.accountId, row.removedBy]),
  )
  const items = rows.map(({ accountId, removedAt, removedBy }) => ({
    ...{ user_id: accountId, name: called(accountId), removed_by: called(removedBy) },
    removed_at: removedAt.toISOString(),
  }))
  return { items: seesGuests(part, actor.roles) ? items : await veiled(db, pitch.id, items), total }
}
