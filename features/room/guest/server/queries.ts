import { eq, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { type GuestMode, noGuestMode } from '#features/core/account/veil.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { attendance, room } from '#features/room/room/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Aliases, isAmong } from './aliases.ts'

/** [STATE-091, STATE-092] The guest mode of a pitch, without the rest of its room. */
export async function guestModeOf(db: Database | Transaction, pitchId: number): Promise<GuestMode> {
  const [row] = await db
    .select({ guests: sql<GuestMode | null>`${room.state} -> 'guests'` })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  return row?.guests ?? noGuestMode
}

/** A pitch by its uuid, and its guest mode. */
export async function guestModeByUuid(
  db: Database | Transaction,
  uuid: string,
): Promise<{ pitchId: number; guests: GuestMode } | undefined> {
  const [row] = await db
    .select({ pitchId: pitch.id, guests: sql<GuestMode | null>`${room.state} -> 'guests'` })
    .from(pitch)
    .innerJoin(room, eq(room.pitchId, pitch.id))
    .where(eq(pitch.uuid, uuid))
  return row && { pitchId: row.pitchId, guests: row.guests ?? noGuestMode }
}

/** Those of a pitch's people whose aliases are among these: its team, all who were invited and all who were there. */
export async function idsBehind(
  db: Database | Transaction,
  pitchId: number,
  aliases: Aliases,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = (): [string, string][] =>
    wanted.flatMap(alias => {
      const id = aliases.behind(alias)
      return id ? [[alias, id]] : []
    })
  const unknown = wanted.filter(alias => !aliases.behind(alias))
  if (unknown.length === 0) return new Map(known())
  const { rows } = await db.execute<{ id: string }>(sql`
    select people.id from (
      select p.user_id as id from ${pitch} p where p.id = ${pitchId}
      union select a.id from ${pitch} p join ${account} a
        on a.organisation_id = p.organisation_id and a.email = any(p.co_hosts || p.moderators) where p.id = ${pitchId}
      union select account_id from ${attendee} where pitch_id = ${pitchId}
      union select account_id from ${attendance} where pitch_id = ${pitchId}
    ) people where people.id is not null and ${isAmong(aliases.inSql(sql`people.id`), unknown)}`)
  for (const { id } of rows) aliases.of(id)
  return new Map(known())
}
