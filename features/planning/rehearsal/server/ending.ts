import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { endLivePitch } from '#features/room/room/server/liveActs.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

type Ending = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame' | 'request'> & { actor: Actor }

/** Ends the rehearsal of a pitch, if one goes on. The caller holds the pitch. */
export async function endRehearsalOf(context: Ending, { id }: Pick<PitchRow, 'id'>): Promise<boolean> {
  const open = await openRehearsalOf(context.db, id)
  return open !== undefined && (await endLivePitch(context, open)) !== undefined
}
