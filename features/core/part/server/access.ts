import { and, arrayContains, eq, isNull, or, sql } from 'drizzle-orm'
import { manages, type PitchPart } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { attendanceRight } from '#features/planning/invite/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { preparedOnce } from '#server/db/prepared.ts'
import type { Actor, Frame } from '#server/frame.ts'

export type PitchRow = typeof pitch.$inferSelect

/** A pitch, and the part that somebody has in it. */
export interface PitchAccess {
  readonly pitch: PitchRow
  readonly part: PitchPart
}

const byUuid = preparedOnce((db: Database | Transaction) =>
  db
    .select()
    .from(pitch)
    .where(and(eq(pitch.uuid, sql.placeholder('uuid')), isNull(pitch.deletedAt)))
    .prepare('pitch_by_uuid'),
)

/**
 * The pitch of that uuid, if this person may see it. Somebody else's, a deleted one and one that never was look the
 * same: undefined. A join session sees its own pitch only, and never as more than an attendee.
 */
export async function pitchFor(
  db: Database | Transaction,
  actor: Actor,
  uuid: string,
): Promise<PitchAccess | undefined> {
  const [found] = await byUuid(db).execute({ uuid })
  return found && accessTo(db, actor, found)
}

/** The same by the numeric id. */
export async function pitchById(
  db: Database | Transaction,
  actor: Actor,
  id: number,
): Promise<PitchAccess | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.id, id), isNull(pitch.deletedAt)))
  return found && accessTo(db, actor, found)
}

/**
 * The pitch of that uuid, if this person manages it: the fence of every call that changes one or shows its results. A
 * rehearsal has neither.
 */
export async function managedPitch(
  db: Database | Transaction,
  actor: Actor,
  uuid: string,
): Promise<PitchRow | undefined> {
  const found = await pitchFor(db, actor, uuid)
  return found && manages(found.part) && !isRehearsal(found.pitch) ? found.pitch : undefined
}

/** A pitch's logo is for whoever may see the pitch. */
export async function maySeePitchLogo({ db }: Pick<Frame, 'db'>, viewer: Actor, key: string): Promise<boolean> {
  const found = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.companyLogo, key), isNull(pitch.deletedAt)))
  for (const one of found) if (await accessTo(db, viewer, one)) return true
  return false
}

async function accessTo(db: Database | Transaction, actor: Actor, found: PitchRow): Promise<PitchAccess | undefined> {
  if (actor.pitchId !== undefined && actor.pitchId !== found.id) return undefined
  const part = staffPart(actor, found)
  if (part) return { pitch: found, part }
  if (isRehearsal(found)) return undefined
  const right = await attendanceRight(db, found.id, actor.accountId)
  if (right === 'may') return { pitch: found, part: 'attendee' }
  const open = found.isPublic && right === 'none' && found.organisationId === actor.organisationId
  return open ? { pitch: found, part: 'attendee' } : undefined
}

/** Whether it is the room of a rehearsal, which nobody attends, instead of a pitch. */
export const isRehearsal = ({ rehearsalOf }: Pick<PitchRow, 'rehearsalOf'>): boolean => rehearsalOf !== null

/** The part that somebody has by ownership, by their address in the pitch (PERM-038, PERM-039), or by their role. */
function staffPart(actor: Actor, found: PitchRow): PitchPart | undefined {
  if (actor.roles.includes('attendee')) return undefined
  if (actor.roles.includes('superadmin') && found.userId !== actor.accountId) return 'admin'
  if (found.organisationId !== actor.organisationId) return undefined
  if (found.userId === actor.accountId) return 'owner'
  if (found.coHosts.includes(actor.email)) return 'coHost'
  if (found.moderators.includes(actor.email)) return 'moderator'
  return actor.roles.includes('admin') || actor.roles.includes('pitchadmin') ? 'admin' : undefined
}

/** The pitches that somebody manages, as a condition: the fence of every list. */
export function managedBy(actor: Actor) {
  if (actor.roles.includes('superadmin')) return isNull(pitch.rehearsalOf)
  const all = actor.roles.includes('admin') || actor.roles.includes('pitchadmin')
  return all ? and(eq(pitch.organisationId, actor.organisationId), isNull(pitch.rehearsalOf)) : ownedBy(actor)
}

/** Somebody's own pitches, as owner or co-host. */
export const ownedBy = (actor: Actor) =>
  and(
    eq(pitch.organisationId, actor.organisationId),
    isNull(pitch.rehearsalOf),
    or(eq(pitch.userId, actor.accountId), arrayContains(pitch.coHosts, [actor.email])),
  )
