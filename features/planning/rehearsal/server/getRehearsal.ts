import { openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import type { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import type { Handler } from '#server/context.ts'
import { rehearsablePitch, viewOf } from './rehearsable.ts'

export const getRehearsal: Handler<typeof rehearsalCalls.getRehearsal> = async context => {
  const { pitch } = await rehearsablePitch(context)
  const open = await openRehearsalOf(context.db, pitch.id)
  return { rehearsal: open ? viewOf(open, await context.frame.rooms.countHere(open.id)) : null }
}
