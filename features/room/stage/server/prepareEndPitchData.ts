import { pitchFor } from '#features/core/part/server/access.ts'
import { mayHandOver } from '#features/room/room/hosts.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handler } from '#server/context.ts'
import { takersOf } from './handOver.ts'
import { standingOf } from './standing.ts'

/** [CALL-033] What somebody should know before they end a pitch. */
export const prepareEndPitchData: Handler<typeof stageCalls.prepareEndPitchData> = async context => {
  const { db, actor, input, fail, frame } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!mayHandOver(await livingPart(db, actor, access))) return fail('NoPermission')
  const { pitch } = access
  return {
    ...(await standingOf(db, pitch)),
    here: await frame.rooms.countHere(pitch.id),
    real_start_time: pitch.realStartAt?.toISOString() ?? null,
    takers: await takersOf(db, pitch, actor.accountId),
  }
}
