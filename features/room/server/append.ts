import { eq, sql } from 'drizzle-orm'
import { veiled } from '#features/guest/server/veiling.ts'
import { applyToRoom, emptyRoom, type RoomState } from '#features/room/apply.ts'
import { type RoomEvent, type RoomEventType, type RoomPayload, roomEvents } from '#features/room/events.ts'
import type { Transaction } from '#server/db/database.ts'
import { room, roomEvent } from './tables.ts'

/** Chat goes by the hundred a second and changes nothing of the room's own state. */
const leavesRoomAsItIs = new Set<RoomEventType>(['messageSent', 'messageEdited', 'messageDeleted', 'messageReacted'])

/**
 * Appends a numbered event to a pitch's room, and what it makes of the room's state, in the caller's transaction. The
 * row lock puts the writers of one room in a line, so that numbers have no gaps and commits follow their order.
 */
export async function appendEvent<K extends RoomEventType>(
  db: Transaction,
  pitchId: number,
  type: K,
  said: RoomPayload<K>,
  byAccountId: string | undefined,
): Promise<RoomEvent> {
  const given = roomEvents[type].payload.parse(said)
  const [row] = await db
    .insert(room)
    .values({ pitchId, seq: 1, state: emptyRoom })
    .onConflictDoUpdate({ target: room.pitchId, set: { seq: sql`${room.seq} + 1` } })
    .returning()
  if (!row) throw new Error(`room ${pitchId} gave no number`)
  const state = { ...emptyRoom, ...row.state }
  const payload = await veiled(db, pitchId, given, state.guests)
  const at = new Date()
  const event = { seq: row.seq, type, payload, at: at.toISOString() } as RoomEvent
  await db.insert(roomEvent).values({ pitchId, seq: row.seq, type, payload, byAccountId: byAccountId ?? null, at })
  if (!leavesRoomAsItIs.has(type)) {
    await db
      .update(room)
      .set({ state: applyToRoom(state, event) })
      .where(eq(room.pitchId, pitchId))
  }
  return event
}

/** The state of a room, held until the transaction ends: what is decided by it still holds when the event is appended. */
export async function lockRoom(db: Transaction, pitchId: number): Promise<RoomState> {
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId)).for('update')
  if (row) return { ...emptyRoom, ...row.state }
  await db.insert(room).values({ pitchId, seq: 0, state: emptyRoom }).onConflictDoNothing()
  return lockRoom(db, pitchId)
}
