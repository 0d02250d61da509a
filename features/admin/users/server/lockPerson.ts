import { CallFailed, type Role } from '#contract/call.ts'
import { RESTORABLE_DAYS } from '#features/core/account/match.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { type AccountRow, lockAccounts } from '#features/core/account/server/queries.ts'
import { isWithinTerm } from '#features/core/account/server/term.ts'
import type { Context, RequestInfo } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

/** What an act on an account needs: a handler's context is one, and a task makes one for each user. */
export interface ActContext extends Pick<Context, 'db' | 'now' | 'enqueue' | 'afterCommit' | 'frame'> {
  readonly actor: Actor
  readonly request?: RequestInfo | undefined
}

/**
 * A user whom the actor may change, locked until the commit together with the actor's own account, so that of two
 * admins who demote each other only one succeeds. The actor's rights are read from their account as it is now,
 * not as the session found it. Fails with UserNotFound beyond the fence, and with NoPermission for the actor's own
 * account and for accounts of the same rank: for that reason the last super admin stays one.
 */
export async function lockPerson(context: ActContext, id: string, wanted: Wanted = {}): Promise<AccountRow> {
  return (await lockBoth(context, id, wanted)).person
}

interface Wanted {
  /** Finds a deleted user who can be restored, instead of an existing one. */
  readonly deleted?: boolean
}

/** The same, with the actor's own account as it is now. */
export async function lockBoth(
  { db, actor, now }: ActContext,
  id: string,
  { deleted = false }: Wanted = {},
): Promise<{ person: AccountRow; me: AccountRow }> {
  const rows = await lockAccounts(db, [actor.accountId, id])
  const me = rows.find(row => row.id === actor.accountId)
  if (!me || me.deletedAt || me.state === 'disabled' || !isWithinTerm(me, now) || !managesPeople(me.roles))
    throw new CallFailed('NotAllowed')
  const person = rows.find(row => row.id === id)
  const isWithin = me.roles.includes('superadmin') || person?.organisationId === me.organisationId
  if (!person || !isWithin || !isWanted(person, deleted, now)) throw new CallFailed('UserNotFound')
  if (person.id === me.id || !mayManage(me.roles, person.roles)) throw new CallFailed('NoPermission')
  return { person, me }
}

const managesPeople = (roles: readonly string[]): boolean =>
  (['superadmin', 'admin', 'useradmin'] satisfies Role[]).some(role => roles.includes(role))

function isWanted({ deletedAt }: AccountRow, deleted: boolean, now: Date): boolean {
  if (!deletedAt) return !deleted
  return deleted && deletedAt.getTime() > now.getTime() - RESTORABLE_DAYS * 86_400_000
}
