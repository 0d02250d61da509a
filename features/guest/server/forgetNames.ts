import { pitchesSpokenIn } from '#features/caption/server/queries.ts'
import { pitchesNaming } from '#features/chat/server/queries.ts'
import { pitchesAskedIn } from '#features/question/server/queries.ts'
import { lockRoom } from '#features/room/server/append.ts'
import { pitchesOf, roomsAmong } from '#features/room/server/queries.ts'
import type { Database } from '#server/db/database.ts'
import { onlyThem } from './nameless.ts'
import { takeNames } from './takeNames.ts'

/**
 * Takes the name of somebody who is forgotten out of all rooms they were in or were named in: there they are called what a
 * guest is, by their id. Each room is held on its own, and to do it once more changes nothing.
 */
export async function forgetNames(db: Database, accountId: string): Promise<void> {
  const named = [
    ...(await pitchesOf(db, accountId)),
    ...(await pitchesNaming(db, accountId)),
    ...(await pitchesAskedIn(db, accountId)),
    ...(await pitchesSpokenIn(db, accountId)),
  ]
  for (const pitchId of await roomsAmong(db, [...new Set(named)]))
    await db.transaction(async tx => {
      await lockRoom(tx, pitchId)
      await takeNames(tx, pitchId, onlyThem(accountId))
    })
}
