import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { attendee } from '#features/invite/server/tables.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import { attendance } from '#features/room/server/tables.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { type Db, isThere } from './queries.ts'
import { account } from './tables.ts'

/** The pitches that somebody runs or attends; of a join session its own alone. */
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

/** Those who meet somebody in a pitch, as a set of ids: who runs it, who may attend, who is there. */
function peopleAround(actor: Actor): SQL {
  const mine = sql`in (select id from mine)`
  return sql`with mine as (${pitchesOf(actor)})
    select ${pitch.userId} as id from ${pitch} where ${pitch.id} ${mine}
    union select ${account.id} from ${account} join ${pitch} on ${account.email} = any(${pitch.coHosts} || ${pitch.moderators})
      and ${account.organisationId} = ${pitch.organisationId} where ${pitch.id} ${mine}
    union select ${attendee.accountId} from ${attendee}
      where ${attendee.pitchId} ${mine} and ${attendee.disabledAt} is null and ${attendee.removedAt} is null
    union select ${attendance.accountId} from ${attendance}
      where ${attendance.pitchId} ${mine} and ${attendance.leftAt} is null`
}

/** Whom somebody may know, as a condition on accounts: administrators their people, everybody else whom they meet. */
export function known(actor: Actor): SQL | undefined {
  if (actor.roles.includes('superadmin')) return undefined
  const around = sql`${account.id} in (${peopleAround(actor)})`
  const own = eq(account.id, actor.accountId)
  if (actor.roles.includes('attendee')) return or(own, around)
  const administers = (['admin', 'useradmin', 'pitchadmin'] as const).some(role => actor.roles.includes(role))
  return or(own, administers ? eq(account.organisationId, actor.organisationId) : undefined, around)
}

/** Somebody whom the actor may know. */
export async function findKnown(db: Db, actor: Actor, id: string) {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), isThere, known(actor)))
  return row
}

/** A picture is seen by whoever may know its person, and by everybody of the person's organisation. */
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
