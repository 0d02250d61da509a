import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { RoomEvent, RoomPart, RoomState, RoomView } from '#features/room/room/parts.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { withSlices } from './append.ts'
import type { ServerModel } from './parts.ts'
import { room, roomEvent } from './tables.ts'

type Reader = Database | Transaction

/** The whole room after its event `seq`. One statement, so that all of it is of one moment. */
export async function readRoom(
  { db, roomModel }: { db: Reader; roomModel: ServerModel },
  pitchId: number,
): Promise<{ seq: number; view: RoomView }> {
  const [row] = await db
    .select({ ...roomModel.selectAsides(pitchId), seq: room.seq, state: room.state })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  if (!row) return { seq: 0, view: roomModel.emptyView }
  const { seq, state, ...asides } = row
  return { seq, view: { room: { ...roomModel.emptyView.room, ...state }, ...roomModel.readAsides(asides) } }
}

/** The state of a room with the fields of all parts, for hooks that words above implement. */
export async function wholeRoom(
  { db, roomModel }: { db: Reader; roomModel: ServerModel },
  pitchId: number,
): Promise<RoomState> {
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId))
  return { ...roomModel.emptyView.room, ...row?.state }
}

/** The room's own fields of its state, and those of the given parts. */
export async function roomStateOf<P extends readonly RoomPart[]>(db: Reader, pitchId: number, ...parts: P) {
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId))
  return withSlices(row?.state, parts)
}

/** The next events after a number, in order. */
export async function eventsAfter(db: Reader, pitchId: number, seq: number, limit: number): Promise<RoomEvent[]> {
  const rows = await db
    .select({ seq: roomEvent.seq, type: roomEvent.type, payload: roomEvent.payload, at: roomEvent.at })
    .from(roomEvent)
    .where(and(eq(roomEvent.pitchId, pitchId), gt(roomEvent.seq, seq)))
    .orderBy(asc(roomEvent.seq))
    .limit(limit)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }) as unknown as RoomEvent)
}

/** The number of the last event of each of these rooms that has one. */
export async function headsOf(db: Reader, pitchIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (pitchIds.length === 0) return new Map()
  const rows = await db
    .select({ pitchId: room.pitchId, seq: room.seq })
    .from(room)
    .where(inArray(room.pitchId, [...pitchIds]))
  return new Map(rows.map(row => [row.pitchId, row.seq]))
}

/** The pitches among these whose rooms have events. */
export async function roomsAmong(db: Reader, pitchIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ pitchId: room.pitchId })
    .from(room)
    .where(inArray(room.pitchId, [...pitchIds]))
    .orderBy(room.pitchId)
  return rows.map(({ pitchId }) => pitchId)
}
