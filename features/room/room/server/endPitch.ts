import { pitchFor } from '#features/core/part/server/access.ts'
import { manages, wireStatus } from '#features/core/pitch/rules.ts'
import type { roomCalls } from '#features/room/room/contract.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import type { Handler } from '#server/context.ts'
import { endLivePitch } from './endLivePitch.ts'

/** [CALL-032, STATE-034] For those who manage the pitch, and for whoever leads it now. */
export const endPitch: Handler<typeof roomCalls.endPitch> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(await livingPart(db, actor, access))) return fail('NoPermission')
  const pitch = await endLivePitch(context, access.pitch)
  return pitch ? { status: wireStatus(pitch.state) } : fail('PitchStateForbids')
}
