import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import type { Handler } from '#server/context.ts'
import { endRehearsalOf } from './ending.ts'
import { rehearsablePitch } from './rehearsable.ts'

export const endRehearsal: Handler<typeof rehearsalCalls.endRehearsal> = async context => {
  const { pitch } = await rehearsablePitch(context)
  return { ended: await endRehearsalOf(context, await lockPitch(context.db, pitch.id)) }
}
