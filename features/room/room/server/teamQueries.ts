import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { fullName } from '#contract/names.ts'
import { account } from '#features/core/account/server/tables.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { type TeamPart, teamParts } from '#features/room/room/hosts.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { attendance } from './tables.ts'

type Reader = Database | Transaction

/** The team of a pitch as far as it is in the room: the owner first, then co-hosts, then moderators. */
export async function teamInRoom(
  db: Reader,
  pitch: PitchRow,
): Promise<{ user_id: string; name: string; part: TeamPart }[]> {
  const named = [...pitch.coHosts, ...pitch.moderators]
  const rows = await db
    .selectDistinct({ id: account.id, email: account.email, firstname: account.firstname, lastname: account.lastname })
    .from(attendance)
    .innerJoin(account, eq(account.id, attendance.accountId))
    .where(
      and(
        eq(attendance.pitchId, pitch.id),
        isNull(attendance.leftAt),
        inArray(attendance.part, [...teamParts]),
        eq(account.organisationId, pitch.organisationId),
        or(eq(account.id, pitch.userId), inArray(account.email, named)),
      ),
    )
    .orderBy(account.lastname, account.id)
  const partOf = ({ id, email }: { id: string; email: string }): TeamPart =>
    id === pitch.userId ? 'owner' : pitch.coHosts.includes(email) ? 'coHost' : 'moderator'
  return rows
    .map(row => ({ user_id: row.id, name: nameOrNumber(row.id, fullName(row)), part: partOf(row) }))
    .sort((a, b) => teamParts.indexOf(a.part) - teamParts.indexOf(b.part))
}

/** The accounts among these that are hosts of a pitch by the rule of `isHost`. */
export async function hostsAmong(db: Reader, pitchId: number, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from ${account} a, ${pitch} p where p.id = ${pitchId} and a.id = any(${sql.param([...ids])}::uuid[])
      and (a.id = p.user_id or 'superadmin' = any(a.roles)
        or (a.organisation_id = p.organisation_id
          and (a.email = any(p.co_hosts || p.moderators) or a.roles && array['admin', 'pitchadmin'])))`)
  return rows.map(row => row.id)
}

/** The hosts of a pitch: its team, and the admins who were in its room. */
export async function hostsSeen(db: Reader, pitch: PitchRow): Promise<string[]> {
  const seen = await db
    .selectDistinct({ id: attendance.accountId })
    .from(attendance)
    .where(and(eq(attendance.pitchId, pitch.id), ne(attendance.part, 'attendee')))
  return hostsAmong(db, pitch.id, [...(await teamOfPitch(db, pitch)), ...seen.map(({ id }) => id)])
}

/** [PERM-052] The hosts in a room, by name: they can be neither muted nor removed. */
export async function hostsHere(db: Reader, pitch: PitchRow): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectDistinct({ id: account.id, firstname: account.firstname, lastname: account.lastname })
    .from(attendance)
    .innerJoin(account, eq(account.id, attendance.accountId))
    .where(and(eq(attendance.pitchId, pitch.id), isNull(attendance.leftAt)))
    .orderBy(account.lastname, account.id)
  const ids = rows.map(row => row.id)
  const hosts = new Set(await hostsAmong(db, pitch.id, ids))
  const named = rows.filter(row => hosts.has(row.id))
  return named.map(row => ({ id: row.id, name: nameOrNumber(row.id, fullName(row)) }))
}

/** The accounts of a pitch's owner, co-hosts and moderators. */
export async function teamOfPitch(db: Reader, pitch: PitchRow): Promise<string[]> {
  const named = inArray(account.email, [...pitch.coHosts, ...pitch.moderators])
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(or(eq(account.id, pitch.userId), and(eq(account.organisationId, pitch.organisationId), named)))
  return rows.map(row => row.id)
}

/** The accounts in a room as admins of the organization. */
export async function adminsHere(db: Reader, pitchId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: attendance.accountId })
    .from(attendance)
    .where(and(eq(attendance.pitchId, pitchId), isNull(attendance.leftAt), eq(attendance.part, 'admin')))
  return rows.map(row => row.id)
}
