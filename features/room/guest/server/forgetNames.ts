import { sql } from 'drizzle-orm'
import { onlyThem } from '#features/core/account/server/nameless.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { roomsAmong } from '#features/room/room/server/queries.ts'
import { hasHappened } from '#features/room/room/server/storedEvents.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { raise } from '#server/occasions.ts'
import { pitchesOf } from './peopleQueries.ts'
import { takeNames } from './takeNames.ts'

/**
 * Takes the name of somebody who is forgotten out of all rooms they were in or were named in: there they are called what a
 * guest is, by their id. The room is told by an event, so that no server and no browser that has it open goes on calling
 * them by name. Each room is held on its own, and to do it once more changes nothing.
 */
export async function forgetNames(frame: Frame, accountId: string): Promise<void> {
  const { db, rooms } = frame
  const named = [...(await pitchesOf(db, accountId)), ...(await raise({ db, frame }, 'roomsNaming', accountId)).flat()]
  for (const pitchId of await roomsAmong(db, [...new Set(named)])) {
    const told = await db.transaction(async (tx): Promise<RoomEvent | undefined> => {
      await lockRoom(tx, pitchId)
      await takeNames({ db: tx, frame }, pitchId, onlyThem(accountId))
      if (await isTold(tx, pitchId, accountId)) return undefined
      return appendEvent({ db: tx, frame }, pitchId, 'nameForgotten', { account: accountId }, undefined)
    })
    if (told) rooms.publish(pitchId, [told])
  }
}

const isTold = (db: Transaction, pitchId: number, accountId: string): Promise<boolean> =>
  hasHappened(db, pitchId, 'nameForgotten', payload => sql`${payload} ->> 'account' = ${accountId}`)
