import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { wasRemoved } from '#features/core/part/server/removalQueries.ts'
import { moderates } from '#features/room/room/rules.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { findMember, type GroupRow, type MemberRow } from './groupQueries.ts'
import { findGroup } from './queries.ts'

/** A chat that the caller may read. `member`: their membership in a private one. */
export interface GroupAccess {
  readonly group: GroupRow
  readonly access: PitchAccess
  readonly member: MemberRow | undefined
}

/**
 * The access check of every chat: the caller may see its pitch, and is a member if the chat is private. Other rights do
 * not open a private chat, nor does impersonation. Undefined for a foreign chat and for an unknown one alike.
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

interface Caller<Failure> extends Pick<Context, 'db'> {
  readonly actor: Actor
  readonly fail: (code: Failure) => never
}

/** The chat of that uuid. Fails with GroupNotFound, or with RemovedFromRoom. */
export async function readableGroup(
  { db, actor, fail }: Caller<'GroupNotFound' | 'RemovedFromRoom'>,
  uuid: string,
): Promise<GroupAccess> {
  const found = await groupFor(db, actor, uuid)
  if (!found) return fail('GroupNotFound')
  return found === 'removed' ? fail('RemovedFromRoom') : found
}

/** The private chat of that uuid. Fails with GroupNotFound. */
export async function privateGroup({ db, actor, fail }: Caller<'GroupNotFound'>, uuid: string) {
  const found = await groupFor(db, actor, uuid)
  return found && found !== 'removed' && found.member ? { ...found, member: found.member } : fail('GroupNotFound')
}
