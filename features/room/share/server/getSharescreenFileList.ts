import { pitchFor } from '#features/core/part/server/access.ts'
import { moderates } from '#features/room/room/rules.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handler } from '#server/context.ts'
import { listShares } from './queries.ts'

/** [CALL-060] */
export const getSharescreenFileList: Handler<typeof shareCalls.getSharescreenFileList> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  return listShares(db, access.pitch.id, input)
}
