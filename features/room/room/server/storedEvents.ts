import { type AnyColumn, and, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Nameless } from '#features/core/account/server/nameless.ts'
import { rename } from '#features/core/account/veil.ts'
import type { RoomEventType } from '#features/room/room/parts.ts'
import type { Transaction } from '#server/db/database.ts'
import { inBatches } from '#server/db/database.ts'
import { room, roomEvent } from './tables.ts'

type Payload = Record<string, unknown>

const ofType = (pitchId: number, type: RoomEventType) => and(eq(roomEvent.pitchId, pitchId), eq(roomEvent.type, type))

/**
 * Replaces names in the stored events and the state of a room, so that people who come later do not get them. `renamed`: the
 * types of events in which they are replaced already.
 */
export async function renameEvents(
  db: Transaction,
  pitchId: number,
  { nameOf }: Nameless,
  renamed: readonly RoomEventType[],
): Promise<void> {
  const named = sql`${roomEvent.payload}::text like '%"name"%'`
  await changeEvents(db, pitchId, and(named, notInArray(roomEvent.type, [...renamed])), payload =>
    rename(payload, nameOf),
  )
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId))
  const state = row && rename(row.state, nameOf)
  if (state && state !== row.state) await db.update(room).set({ state }).where(eq(room.pitchId, pitchId))
}

/** Changes the payloads of a room's stored events of one type, one by one; the same object leaves an event as it is. */
export const changeStored = (
  db: Transaction,
  pitchId: number,
  type: RoomEventType,
  where: (payload: AnyColumn) => SQL | undefined,
  change: (payload: Payload) => Payload,
): Promise<void> => changeEvents(db, pitchId, and(eq(roomEvent.type, type), where(roomEvent.payload)), change)

async function changeEvents(
  db: Transaction,
  pitchId: number,
  which: SQL | undefined,
  change: (payload: Payload) => Payload,
): Promise<void> {
  const rows = await db
    .select({ seq: roomEvent.seq, payload: roomEvent.payload })
    .from(roomEvent)
    .where(and(eq(roomEvent.pitchId, pitchId), which))
  const changed = rows.flatMap(({ seq, payload }) => {
    const now = change(payload)
    return now === payload ? [] : [{ seq, payload: now }]
  })
  await inBatches(changed, json =>
    db.execute(sql`update ${roomEvent} set payload = now.payload
      from jsonb_to_recordset(${json}::jsonb) as now (seq bigint, payload jsonb)
      where ${roomEvent.pitchId} = ${pitchId} and ${roomEvent.seq} = now.seq`),
  )
}

/**
 * Rewrites the payloads of a room's stored events of one type for which `where` is true, by one statement. Returns whether
 * there was one.
 */
export async function rewriteStored(
  db: Transaction,
  pitchId: number,
  type: RoomEventType,
  rewrite: (payload: AnyColumn) => { readonly payload: SQL | Payload; readonly where?: SQL },
): Promise<boolean> {
  const { payload, where } = rewrite(roomEvent.payload)
  const rewritten = await db
    .update(roomEvent)
    .set({ payload })
    .where(and(ofType(pitchId, type), where))
    .returning({ seq: roomEvent.seq })
  return rewritten.length > 0
}

/** Whether a room has a stored event of one type for which `where` is true. */
export async function hasHappened(
  db: Transaction,
  pitchId: number,
  type: RoomEventType,
  where: (payload: AnyColumn) => SQL,
): Promise<boolean> {
  const [one] = await db
    .select({ seq: roomEvent.seq })
    .from(roomEvent)
    .where(and(ofType(pitchId, type), where(roomEvent.payload)))
    .limit(1)
  return one !== undefined
}

/** The time of a room's last event of one type. */
export async function lastOf(db: Transaction, pitchId: number, type: RoomEventType): Promise<Date | undefined> {
  const [last] = await db
    .select({ at: roomEvent.at })
    .from(roomEvent)
    .where(ofType(pitchId, type))
    .orderBy(desc(roomEvent.seq))
    .limit(1)
  return last?.at
}

/** SQL for a payload with its text at that path emptied. */
export const emptiedAt = (payload: AnyColumn, ...path: string[]) =>
  sql`jsonb_set(${payload}, ${sql.param(path)}::text[], '""')`
