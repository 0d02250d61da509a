import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { rightNow } from '#server/clock.ts'
import { raise } from '#server/occasions.ts'
import type { Acting } from './occasions.ts'

/** Everybody in the room sees it at once, and their video ends. Undefined when the pitch is not live. */
export async function endLivePitch(context: Acting, { id }: Pick<PitchRow, 'id'>): Promise<PitchRow | undefined> {
  const pitch = await changePitchState(context.db, { id }, 'end')
  if (!pitch) return undefined
  await lockRoom(context.db, id)
  await raise(context, 'roomEnds', pitch)
  await context.announce(id, 'pitchEnded', { endedAt: (pitch.realEndAt ?? rightNow()).toISOString() })
  await writeAudit(context, { action: 'pitch.end', subject: pitch.uuid, organisationId: pitch.organisationId })
  return pitch
}
