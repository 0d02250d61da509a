import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { wasRemoved } from '#features/core/part/server/removalQueries.ts'
import { moderates } from '#features/room/room/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { findMember, type GroupRow, type MemberRow } from './groupQueries.ts'
import { findGroup } from './queries.ts'

/** A chat that somebody is in. `member`: of a private one, their place in it. */
export interface GroupAccess {
  readonly group: GroupRow
  readonly access: PitchAccess
  readonly member: MemberRow | undefined
}

/**
 * The fence of every chat: its pitch has to let the person in, and a private chat is for those who are in it, whatever
 * else they may, and for nobody who acts as them. Somebody else's and one that never was look the same: undefined.
 */
export async function groupFor(
  db: Database | Transaction,
  actor: Actor,
  uuid: string,
): Promise<GroupAccess | 'removed' | undefined> {
  const group = await findGroup(db, uuid)
  if (!group) return undefined
  const isRoom = group.kind === 'room'
  const access = await pitchById(db, actor, group.pitchId)
  if (!access) return isRoom && (await wasRemoved(db, group.pitchId, actor.accountId)) ? 'removed' : undefined
  if (isRoom) return { group, access, member: undefined }
  if (group.kind === 'team' && !moderates(access.part)) return undefined
  const member = actor.impersonatorId ? undefined : await findMember(db, group.id, actor.accountId)
  return member && { group, access, member }
}

/** The same of a private chat alone. */
export async function privateGroupFor(db: Database | Transaction, actor: Actor, uuid: string) {
  const found = await groupFor(db, actor, uuid)
  return found && found !== 'removed' && found.member ? { ...found, member: found.member } : undefined
}
