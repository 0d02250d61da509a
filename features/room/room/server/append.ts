import { eq } from 'drizzle-orm'
import { applyToRoom, emptyRoom, type RoomState } from '#features/room/room/apply.ts'
import { type RoomEvent, type RoomEventType, type RoomPayload, roomEvents } from '#features/room/room/events.ts'
import { veiled } from '#features/room/room/server/veiling.ts'
import { rightNow } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import { room, roomEvent } from './tables.ts'

/** Chat goes by the hundred a second and changes nothing of the room's own state. */
const leavesRoomAsItIs = new Set<RoomEventType>(['messageSent', 'messageEdited', 'messageDeleted', 'messageReacted'])

/** A room whose lock is held until the transaction ends. */
export interface HeldRoom {
  /** The number of its last event. */
  readonly seq: number
  readonly state: RoomState
}

/**
 * Appends a numbered event to a pitch's room, and what it makes of the room's state, in the caller's transaction. The
 * row lock puts the writers of one room in a line, so that numbers have no gaps and commits follow their order. `held`:
 * the room, by who has its lock and has appended nothing since.
 */
export async function appendEvent<K extends RoomEventType>(
  db: Transaction,
  pitchId: number,
  type: K,
  said: RoomPayload<K>,
  byAccountId: string | undefined,
  held?: HeldRoom,
): Promise<RoomEvent> {
  const given = roomEvents[type].payload.parse(said)
  const { seq: last, state } = held ?? (await holdRoom(db, pitchId))
  const payload = await veiled(db, pitchId, given, state.guests)
  const [seq, at] = [last + 1, rightNow()]
  const event = { seq, type, payload, at: at.toISOString() } as RoomEvent
  const after = leavesRoomAsItIs.has(type) ? {} : { state: applyToRoom(state, event) }
  const numbered = db.$with('numbered').as(
    db
      .update(room)
      .set({ seq, ...after })
      .where(eq(room.pitchId, pitchId))
      .returning({ seq: room.seq }),
  )
  await db
    .with(numbered)
    .insert(roomEvent)
    .values({ pitchId, seq, type, payload, byAccountId: byAccountId ?? null, at })
  return event
}

/** Holds a room until the transaction ends: what is decided by it still holds when the event is appended. */
export async function holdRoom(db: Transaction, pitchId: number): Promise<HeldRoom> {
  const [row] = await db
    .select({ seq: room.seq, state: room.state })
    .from(room)
    .where(eq(room.pitchId, pitchId))
    .for('no key update')
  if (row) return { seq: row.seq, state: { ...emptyRoom, ...row.state } }
  await db.insert(room).values({ pitchId, seq: 0, state: emptyRoom }).onConflictDoNothing()
  return holdRoom(db, pitchId)
}

/** The same, of which only the state is asked. */
export const lockRoom = async (db: Transaction, pitchId: number): Promise<RoomState> =>
  (await holdRoom(db, pitchId)).state
