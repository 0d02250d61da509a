import { pitchFor } from '#features/core/part/server/access.ts'
import type { guestCalls } from '#features/room/guest/contract.ts'
import { moderates } from '#features/room/room/rules.ts'
import { hostsHere } from '#features/room/room/server/teamQueries.ts'
import type { Handler } from '#server/context.ts'

/** [CALL-210, PERM-052] removeAttendee and updatePitchMuteChat refuse every one of these. */
export const getHiddenUserList: Handler<typeof guestCalls.getHiddenUserList> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const items = await hostsHere(db, access.pitch)
  return { items, total: items.length }
}
