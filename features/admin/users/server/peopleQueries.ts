import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type AccountRow, type Db, fence, isThere } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { attendance, room } from '#features/room/room/server/tables.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { containsWords, type Paging, pageOf } from '#server/lists.ts'

/** The pitches that a caller runs or attends; of a join session its own alone. */
function pitchesOf(actor: Actor): SQL {
  const attends = sql`select ${attendee.pitchId} as id from ${attendee} join ${pitch} on ${pitch.id} = ${attendee.pitchId}
    where ${attendee.accountId} = ${actor.accountId} and ${attendee.disabledAt} is null and ${attendee.removedAt} is null
      and ${pitch.deletedAt} is null`
  if (actor.pitchId !== undefined) return sql`${attends} and ${pitch.id} = ${actor.pitchId}`
  const own = sql`select ${pitch.id} as id from ${pitch} where ${pitch.deletedAt} is null and`
  const mine = sql`${pitch.organisationId} = ${actor.organisationId} and`
  const me = sql`array[${actor.email}]::text[]`
  return sql`${attends}
    union ${own} ${pitch.userId} = ${actor.accountId}
    union ${own} ${mine} ${pitch.coHosts} @> ${me}
    union ${own} ${mine} ${pitch.moderators} @> ${me}`
}

/** The people whom a caller meets in a pitch, as a set of ids: its team, its attendees and the people in its room. */
function peopleAround(actor: Actor, pitchUuid?: string): SQL {
  const mine = sql`in (select id from mine)`
  // [PERM-059] in guest mode attendees meet no other attendee; admins know them otherwise
  const open = sql`in (select id from mine where not exists (select from ${room}
    where ${room.pitchId} = mine.id and ${room.state} -> 'guests' ->> 'on' = 'true'))`
  const one = pitchUuid === undefined ? sql`` : sql`join ${pitch} p on p.id = of_mine.id where p.uuid = ${pitchUuid}`
  return sql`with mine as (select of_mine.id from (${pitchesOf(actor)}) as of_mine ${one})
    select ${pitch.userId} as id from ${pitch} where ${pitch.id} ${mine}
    union select ${account.id} from ${account} join ${pitch} on ${account.email} = any(${pitch.coHosts} || ${pitch.moderators})
      and ${account.organisationId} = ${pitch.organisationId} where ${pitch.id} ${mine}
    union select ${attendee.accountId} from ${attendee}
      where ${attendee.pitchId} ${open} and ${attendee.disabledAt} is null and ${attendee.removedAt} is null
    union select ${attendance.accountId} from ${attendance}
      where ${attendance.pitchId} ${open} and ${attendance.leftAt} is null`
}

/** The people whom a caller may know, as a condition on accounts: an admin's users, else the people they meet. */
function known(actor: Actor): SQL | undefined {
  if (actor.roles.includes('superadmin')) return undefined
  const around = sql`${account.id} in (${peopleAround(actor)})`
  const own = eq(account.id, actor.accountId)
  if (actor.roles.includes('attendee')) return or(own, around)
  const administers = (['admin', 'useradmin', 'pitchadmin'] as const).some(role => actor.roles.includes(role))
  return or(own, administers ? eq(account.organisationId, actor.organisationId) : undefined, around)
}

/** A person whom the actor may know; with a pitch, only if the actor meets them there. */
export async function findKnown(db: Db, actor: Actor, id: string, pitchUuid?: string): Promise<AccountRow | undefined> {
  const there = pitchUuid === undefined ? undefined : sql`${account.id} in (${peopleAround(actor, pitchUuid)})`
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), isThere, known(actor), there))
  return row
}

/** One page of the people whom the actor may know, by name. */
export async function listKnown(
  db: Db,
  actor: Actor,
  { name, ...paging }: Paging & { name?: string | undefined },
): Promise<{ items: AccountRow[]; total: number }> {
  // not by the search column of the user list, because people must not be found by their address
  const searched = sql`lower(${account.firstname} || ' ' || ${account.lastname} || ' ' || ${account.companyName} || ' ' || ${account.position})`
  const people = db
    .select()
    .from(account)
    .where(and(isThere, known(actor), containsWords(name, searched)))
  return pageOf(db, people, paging, [sql`lower(${account.firstname})`, sql`lower(${account.lastname})`, account.id])
}

/** An account within the fence, with the name of its organization. */
export async function findWithin(db: Db, actor: Actor, id: string) {
  const [row] = await db
    .select({ person: account, organisationName: organisation.name })
    .from(account)
    .innerJoin(organisation, eq(organisation.id, account.organisationId))
    .where(and(eq(account.id, id), isThere, fence(actor)))
  return row
}

/** A picture is served to callers who may know its person, and to the whole of the person's organization. */
export async function maySeePortrait({ db }: Frame, viewer: Actor, key: string): Promise<boolean> {
  const home = viewer.roles.includes('attendee') ? undefined : eq(account.organisationId, viewer.organisationId)
  const whose = or(eq(account.headImage, key), eq(account.linkedinImage, key))
  const seen = viewer.roles.includes('superadmin') ? undefined : or(home, known(viewer))
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(whose, isThere, seen))
    .limit(1)
  return row !== undefined
}
