import { eq, sql } from 'drizzle-orm'
import { type GuestMode, noGuestMode } from '#features/core/account/veil.ts'
import { room } from '#features/room/room/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** [STATE-091, STATE-092] The guest mode of a pitch, without the rest of its room. */
export async function guestModeOf(db: Database | Transaction, pitchId: number): Promise<GuestMode> {
  const [row] = await db
    .select({ guests: sql<GuestMode | null>`${room.state} -> 'guests'` })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  return row?.guests ?? noGuestMode
}
