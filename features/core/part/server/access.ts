import { CallFailed } from '#contract/call.ts'
import { type AccreditationGap, knowsCompany, manages, type PitchPart } from '#features/core/pitch/rules.ts'
import { seenByAttendee } from '#features/core/pitch/server/disclosure.ts'
import { type PitchRow, pitchByNumericId, pitchByUuid, pitchesWithLogo } from '#features/core/pitch/server/queries.ts'
import { sharePitch } from '#features/core/pitch/server/state.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { missingAccreditation } from './accreditation.ts'
import { attendanceOf, lockAttendanceRight } from './attendeeQueries.ts'

/** A pitch as the caller may know it, and the caller's part in it. */
export interface PitchAccess {
  /** Without what says which company it is, where the caller does not know. */
  readonly pitch: PitchRow
  readonly part: PitchPart
}

export interface PitchSeen extends PitchAccess {
  /** Whether the caller may know the company, and so see the slides. */
  readonly knows: boolean
}

/** A pitch that the caller may know of, and what they lack of the accreditation that it needs. */
export interface PitchShown extends PitchSeen {
  /** Undefined when they may join, watch and read. */
  readonly gap: AccreditationGap | undefined
}

/**
 * The pitch of a uuid, if the caller may see it; undefined alike for another organization's, a deleted one and an
 * unknown one. A join session sees its own pitch only, and never as more than an attendee.
 * @throws {CallFailed} [ENT-010] AccreditationNeeded when the pitch needs an accreditation that the caller lacks
 */
export async function pitchFor(
  db: Database | Transaction,
  actor: Actor,
  uuid: string,
): Promise<PitchShown | undefined> {
  const shown = await pitchShownTo(db, actor, uuid)
  if (shown?.gap) throw new CallFailed('AccreditationNeeded')
  return shown
}

/** The same by the numeric id, of which nothing says why it is shut: undefined as well for one who lacks an accreditation. */
export async function pitchById(db: Database | Transaction, actor: Actor, id: number): Promise<PitchSeen | undefined> {
  const found = await pitchByNumericId(db, id)
  const access = found && (await accessTo(db, actor, found))
  return access && (await gapIn(db, actor, access)) ? undefined : access
}

/**
 * The same for what people may know before they are accredited: that the pitch is, when, and what it says of itself. Not
 * its room, its slides, its documents and its recording.
 */
export async function pitchShownTo(
  db: Database | Transaction,
  actor: Actor,
  uuid: string,
): Promise<PitchShown | undefined> {
  const found = await pitchByUuid(db, uuid)
  const access = found && (await accessTo(db, actor, found))
  return access && { ...access, gap: await gapIn(db, actor, access) }
}

/** Managers, co-hosts, moderators and presenters are no investors. */
const gapIn = async (db: Database | Transaction, actor: Actor, { pitch, part }: PitchAccess) =>
  part === 'attendee' ? missingAccreditation(db, pitch, actor.accountId) : undefined

/**
 * The pitch of a uuid, if the caller manages it: the fence of every call that changes one or shows its results. A
 * rehearsal has neither.
 */
export async function managedPitch(
  db: Database | Transaction,
  actor: Actor,
  uuid: string,
): Promise<PitchRow | undefined> {
  const found = await pitchFor(db, actor, uuid)
  return found && isManaged(found) ? found.pitch : undefined
}

/** Whether the caller may change the pitch and see its results. */
export const isManaged = ({ pitch, part }: PitchAccess): boolean => manages(part) && !isRehearsal(pitch)

/**
 * `pitchFor`, with the pitch and the right to attend locked (shared) until the transaction ends, so that a removal, the
 * end or a reset of the pitch cannot happen between check and write. The pitch is locked before the right, as
 * everywhere, against deadlocks.
 */
export async function lockedPitchFor(db: Transaction, actor: Actor, uuid: string): Promise<PitchShown | undefined> {
  const found = await pitchFor(db, actor, uuid)
  if (!found) return undefined
  const pitchId = found.pitch.id
  await sharePitch(db, pitchId)
  await lockAttendanceRight(db, { pitchId, accountId: actor.accountId }, 'shared')
  return pitchFor(db, actor, uuid)
}

/** Whether the viewer may see a pitch with this logo. */
export async function maySeePitchLogo({ db }: Pick<Frame, 'db'>, viewer: Actor, key: string): Promise<boolean> {
  // a logo stands on the door, which is shown to people without an accreditation as well
  for (const one of await pitchesWithLogo(db, key)) if ((await accessTo(db, viewer, one))?.knows) return true
  return false
}

async function accessTo(db: Database | Transaction, actor: Actor, found: PitchRow): Promise<PitchSeen | undefined> {
  if (actor.pitchId !== undefined && actor.pitchId !== found.id) return undefined
  const part = staffPart(actor, found)
  if (part) return { pitch: found, part, knows: true }
  if (isRehearsal(found)) return undefined
  const { right, isInvited } = await attendanceOf(db, found.id, actor.accountId)
  const open = found.isPublic && right === 'none' && found.organisationId === actor.organisationId
  if (right !== 'may' && !open) return undefined
  const knows = knowsCompany(found, 'attendee', isInvited)
  return { pitch: seenByAttendee(found, knows), part: 'attendee', knows }
}

/** Whether it is the room of a rehearsal, without attendees, instead of a pitch. */
export const isRehearsal = ({ rehearsalOf }: Pick<PitchRow, 'rehearsalOf'>): boolean => rehearsalOf !== null

/** The part of a person by ownership, by their address in the pitch (PERM-038, PERM-039), or by their role. */
export function staffPart(
  actor: Pick<Actor, 'accountId' | 'organisationId' | 'email' | 'roles'>,
  found: Pick<PitchRow, 'userId' | 'organisationId' | 'coHosts' | 'moderators'>,
): PitchPart | undefined {
  if (actor.roles.includes('attendee')) return undefined
  if (actor.roles.includes('superadmin') && found.userId !== actor.accountId) return 'admin'
  if (found.organisationId !== actor.organisationId) return undefined
  if (found.userId === actor.accountId) return 'owner'
  if (found.coHosts.includes(actor.email)) return 'coHost'
  if (found.moderators.includes(actor.email)) return 'moderator'
  return actor.roles.includes('admin') || actor.roles.includes('pitchadmin') ? 'admin' : undefined
}
