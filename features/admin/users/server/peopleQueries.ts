import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type AccountRow, type Db, fence, isThere } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { lacksAccreditation } from '#features/core/part/server/fenceQueries.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { isBeforeStart, pitchStates } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { attendance, room } from '#features/room/room/server/tables.ts'
import { rightNow } from '#server/clock.ts'
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

/** Whether the pitch `mine.id` is shut to the caller, who attends it without the accreditation that it asks for. */
function shutTo(actor: Actor): SQL {
  const team = sql`(p.user_id = ${actor.accountId} or p.co_hosts || p.moderators @> array[${actor.email}]::text[])`
  return sql`exists (select from ${pitch} p join ${account} a on a.id = ${actor.accountId}
    where p.id = mine.id and not ${team} and ${lacksAccreditation(rightNow())})`
}

/** The people whom a caller meets in a pitch, as a set of ids: its team, its attendees and the people in its room. */
function peopleAround(actor: Actor, pitchUuid?: string): SQL {
  const mine = sql`in (select id from mine)`
  // [PERM-059] in guest mode attendees meet no other attendee; admins know them otherwise
  // [ENT-010] nor does one who lacks the accreditation that a pitch asks for: its room is shut to them
  const open = sql`in (select id from mine where not exists (select from ${room}
    where ${room.pitchId} = mine.id and ${room.state} -> 'guests' ->> 'on' = 'true') and not ${shutTo(actor)})`
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

/** Whether a caller administers people: the records of their organization are open to them. */
const administers = ({ roles }: Actor): boolean =>
  (['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const).some(role => roles.includes(role))

const beforeStart = pitchStates.filter(isBeforeStart)

/**
 * The teams of pitches that still hide their company from the caller, by the rule of `knowsCompany`, as a condition on
 * accounts: where these people work says which company it is.
 */
function hidesWork(actor: Actor): SQL {
  if (actor.roles.includes('superadmin')) return sql`false`
  // the records of their own people are open to admins, those of another organization are not
  const notTheirs = administers(actor) ? sql`${account.organisationId} <> ${actor.organisationId} and` : sql``
  // anybody of the organization may join its public pitches, and meets their teams there
  const open =
    actor.pitchId === undefined
      ? sql`${pitch.isPublic} and ${pitch.deletedAt} is null and ${pitch.organisationId} = ${actor.organisationId}`
      : sql`false`
  const invited = sql`exists (select from ${attendee} where ${attendee.pitchId} = ${pitch.id}
    and ${attendee.accountId} = ${actor.accountId} and ${attendee.invitedAt} is not null and ${attendee.tag} = '')`
  const hiding = sql`(${pitch.id} in (select id from (${pitchesOf(actor)}) as of_mine) or ${open})
    and ${pitch.state} = any(${sql.param(beforeStart)}::text[])
    and (${pitch.companyDisclosure} = 'team' or ${pitch.companyDisclosure} = 'invited' and not ${invited})
    and ${pitch.userId} <> ${actor.accountId} and not ${pitch.coHosts} || ${pitch.moderators} @> array[${actor.email}]::text[]`
  return sql`(${notTheirs} ${account.id} in (select ${pitch.userId} from ${pitch} where ${hiding}
    union select ${account.id} from ${account} join ${pitch} on ${account.email} = any(${pitch.coHosts} || ${pitch.moderators})
      and ${account.organisationId} = ${pitch.organisationId} where ${hiding}))`
}

/** Accounts as the caller may know them. */
async function asKnown(db: Db, actor: Actor, people: readonly AccountRow[]): Promise<AccountRow[]> {
  const ids = people.map(({ id }) => id)
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.id, ids), hidesWork(actor)))
  const hidden = new Set(rows.map(({ id }) => id))
  const withoutWork = { position: '', companyName: '', linkedinProfileUrl: null } as const
  return people.map(person => (hidden.has(person.id) ? { ...person, ...withoutWork } : person))
}

/** The people whom a caller may know, as a condition on accounts: an admin's users, else the people they meet. */
function known(actor: Actor): SQL | undefined {
  if (actor.roles.includes('superadmin')) return undefined
  const around = sql`${account.id} in (${peopleAround(actor)})`
  const own = eq(account.id, actor.accountId)
  if (actor.roles.includes('attendee')) return or(own, around)
  return or(own, administers(actor) ? eq(account.organisationId, actor.organisationId) : undefined, around)
}

/** A person whom the actor may know; with a pitch, only if the actor meets them there. */
export async function findKnown(db: Db, actor: Actor, id: string, pitchUuid?: string): Promise<AccountRow | undefined> {
  const there = pitchUuid === undefined ? undefined : sql`${account.id} in (${peopleAround(actor, pitchUuid)})`
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), isThere, known(actor), there))
  return row && (await asKnown(db, actor, [row]))[0]
}

/** One page of the people whom the actor may know, by name. */
export async function listKnown(
  db: Db,
  actor: Actor,
  { name, ...paging }: Paging & { name?: string | undefined },
): Promise<{ items: AccountRow[]; total: number }> {
  // not by the search column of the user list, because people must not be found by their address
  const searched = sql`lower(${account.firstname} || ' ' || ${account.lastname} || case when ${hidesWork(actor)} then ''
    else ' ' || ${account.companyName} || ' ' || ${account.position} end)`
  const people = db
    .select()
    .from(account)
    .where(and(isThere, known(actor), containsWords(name, searched)))
  const inOrder = [sql`lower(${account.firstname})`, sql`lower(${account.lastname})`, account.id] as const
  const { items, total } = await pageOf(db, people, paging, inOrder)
  return { items: await asKnown(db, actor, items), total }
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
