import { sql } from 'drizzle-orm'
import { type Nameless, onlyThem } from '#features/core/account/server/nameless.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { roomsAmong } from '#features/room/room/server/queries.ts'
import { hasHappened, renameEvents } from '#features/room/room/server/storedEvents.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { raise } from '#server/occasions.ts'
import { pitchesOf } from './peopleQueries.ts'

/**
 * Replaces people's names permanently in everything that a pitch's room has stored; their ids stay. The caller holds
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

/**
 * Replaces the name of a deleted account by its guest name in all rooms where the person was or is mentioned. An event
 * informs the servers and browsers that have a room open. Locks one room at a time; repeating it changes nothing.
 */
export async function forgetNames(frame: Frame, accountId: string): Promise<void> {
  const { db, rooms } = frame
  const named = [...(await pitchesOf(db, accountId)), ...(await raise({ db, frame }, 'roomsNaming', accountId)).flat()]
  for (const pitchId of await roomsAmong(db, [...new Set(named)])) {
    const event = await db.transaction(async (tx): Promise<RoomEvent | undefined> => {
      await lockRoom(tx, pitchId)
      await takeNames({ db: tx, frame }, pitchId, onlyThem(accountId))
      if (await isForgotten(tx, pitchId, accountId)) return undefined
      return appendEvent({ db: tx, frame }, pitchId, 'nameForgotten', { account: accountId }, undefined)
    })
    if (event) rooms.publish(pitchId, [event])
  }
}

const isForgotten = (db: Transaction, pitchId: number, accountId: string): Promise<boolean> =>
  hasHappened(db, pitchId, 'nameForgotten', payload => sql`${payload} ->> 'account' = ${accountId}`)
