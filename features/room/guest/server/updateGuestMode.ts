import { pitchFor } from '#features/core/part/server/access.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { guestCalls } from '#features/room/guest/contract.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import type { Handler } from '#server/context.ts'
import { setGuestMode } from './setGuestMode.ts'

/** [GAP-018, STATE-091, STATE-092] What it does stands at `setGuestMode`. */
export const updateGuestMode: Handler<typeof guestCalls.updateGuestMode> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(await livingPart(db, actor, access))) return fail('NoPermission')
  await setGuestMode(context, access.pitch, input.on)
  return { on: input.on }
}
