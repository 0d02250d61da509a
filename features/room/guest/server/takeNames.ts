import type { Nameless } from '#features/core/account/server/nameless.ts'
import { renameEvents } from '#features/room/room/server/storedEvents.ts'
import type { Context } from '#server/context.ts'
import { raise } from '#server/occasions.ts'

/**
 * Takes people's names out of everything that a pitch's room has written down, for good; their ids stay. The caller holds
 * the room.
 */
export async function takeNames(
  context: Pick<Context, 'db' | 'frame'>,
  pitchId: number,
  nameless: Nameless,
): Promise<void> {
  const renamed = await raise(context, 'namesTaken', { pitchId, nameless })
  await renameEvents(context.db, pitchId, nameless, renamed.flat())
}
