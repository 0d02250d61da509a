import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type GuestMode, noGuestMode } from '#features/core/account/veil.ts'
import { emptyRoom, emptyView, type RoomState, type RoomView } from '#features/room/room/apply.ts'
import type { RoomEvent } from '#features/room/room/events.ts'
import { SNAPSHOT_MESSAGES } from '#features/talk/chat/apply.ts'
import { roomMessages, roomMessagesOf } from '#features/talk/chat/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { room, roomEvent } from './tables.ts'

type Reader = Database | Transaction

/** The whole room as its events up to `seq` have made it. One statement, so that all of it is of one moment. */
export async function readRoom(db: Reader, pitchId: number): Promise<{ seq: number; view: RoomView }> {
  const messages = roomMessagesOf(pitchId, SNAPSHOT_MESSAGES)
  const [row] = await db
    .select({ seq: room.seq, state: room.state, messages })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  return row
    ? { seq: row.seq, view: { room: { ...emptyRoom, ...row.state }, chat: { messages: roomMessages(row.messages) } } }
    : { seq: 0, view: emptyView }
}

/** The room's own state, without its chat. */
export async function roomStateOf(db: Reader, pitchId: number): Promise<RoomState> {
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId))
  return { ...emptyRoom, ...row?.state }
}

/** [STATE-091, STATE-092] The guest mode of a pitch, without the rest of its room. */
export async function guestModeOf(db: Reader, pitchId: number): Promise<GuestMode> {
  const [row] = await db
    .select({ guests: sql<GuestMode | null>`${room.state} -> 'guests'` })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  return row?.guests ?? noGuestMode
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

/** The number of the last event of each of these rooms. A room in which nothing happened is not among them. */
export async function headsOf(db: Reader, pitchIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (pitchIds.length === 0) return new Map()
  const rows = await db
    .select({ pitchId: room.pitchId, seq: room.seq })
    .from(room)
    .where(inArray(room.pitchId, [...pitchIds]))
  return new Map(rows.map(row => [row.pitchId, row.seq]))
}

/** Those of these pitches in whose rooms anything happened. */
export async function roomsAmong(db: Reader, pitchIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ pitchId: room.pitchId })
    .from(room)
    .where(inArray(room.pitchId, [...pitchIds]))
    .orderBy(room.pitchId)
  return rows.map(({ pitchId }) => pitchId)
}
