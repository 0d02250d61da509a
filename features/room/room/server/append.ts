import { eq } from 'drizzle-orm'
import { emptyCore, type RoomCore } from '#features/room/room/apply.ts'
import type { RoomEvent, RoomEventType, RoomPart, RoomPayload, SlicesOf } from '#features/room/room/parts.ts'
import { rightNow } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { room, roomEvent } from './tables.ts'

/** A room that is locked until the transaction ends. `State` has the fields of the requested parts. */
export interface LockedRoom<State = RoomCore> {
  /** The number of the last event. */
  readonly seq: number
  readonly state: State
}

/**
 * Appends a numbered event to a pitch's room and changes the room's state, in the caller's transaction. The row lock queues
 * the writers of one room, so that numbers have no gaps and commits follow their order. `locked`: the room, when the caller
 * has locked it and has appended nothing since.
 */
export async function appendEvent<K extends RoomEventType>(
  { db, frame: { roomModel } }: Pick<Context, 'db' | 'frame'>,
  pitchId: number,
  type: K,
  unstored: RoomPayload<K>,
  byAccountId: string | undefined,
  locked?: LockedRoom,
): Promise<RoomEvent> {
  const given = roomModel.events[type].payload.parse(unstored)
  const last = locked ?? (await readLocked(db, pitchId))
  const { emptyView } = roomModel
  const before = { ...emptyView.room, ...last.state }
  const payload = await roomModel.stores(db, pitchId, before, given)
  const [seq, at] = [last.seq + 1, rightNow()]
  const event = { seq, type, payload, at: at.toISOString() } as RoomEvent
  const { room: state } = roomModel.apply({ ...emptyView, room: before }, event)
  const numbered = db.$with('numbered').as(
    db
      .update(room)
      // hundreds of chat messages a second change nothing of the state
      .set({ seq, ...(state !== before && { state }) })
      .where(eq(room.pitchId, pitchId))
      .returning({ seq: room.seq }),
  )
  await db
    .with(numbered)
    .insert(roomEvent)
    .values({ pitchId, seq, type, payload: payload as Record<string, unknown>, byAccountId: byAccountId ?? null, at })
  return event
}

async function readLocked(db: Transaction, pitchId: number) {
  const find = () =>
    db.select({ seq: room.seq, state: room.state }).from(room).where(eq(room.pitchId, pitchId)).for('no key update')
  const [row] = await find()
  if (row) return row
  await db.insert(room).values({ pitchId, seq: 0, state: {} }).onConflictDoNothing()
  const [made] = await find()
  if (!made) throw new Error(`pitch ${pitchId} has no room`)
  return made
}

/** The stored state of a room with the empty fields of these parts filled in. */
export const withSlices = <P extends readonly RoomPart[]>(state: object | undefined, parts: P) =>
  Object.assign({}, emptyCore, ...parts.map(part => part.empty), state) as RoomCore & SlicesOf<P>

/**
 * Locks a room until the transaction ends, so that a decision by its state still holds when the event is appended. The
 * state has the room's own fields and those of the given parts.
 */
export async function lockRoomAt<P extends readonly RoomPart[]>(
  db: Transaction,
  pitchId: number,
  ...parts: P
): Promise<LockedRoom<RoomCore & SlicesOf<P>>> {
  const { seq, state } = await readLocked(db, pitchId)
  return { seq, state: withSlices(state, parts) }
}

/** Locks a room like `lockRoomAt`, and returns its state alone. */
export const lockRoom = async <P extends readonly RoomPart[]>(db: Transaction, pitchId: number, ...parts: P) =>
  (await lockRoomAt(db, pitchId, ...parts)).state
