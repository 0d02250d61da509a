import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { presenterAmong } from './assigneeQueries.ts'

/** [ROUTE-093] The owner of a new pitch: the caller, or the presenter whom an admin names. */
export async function ownerOf(db: Database | Transaction, actor: Actor, userId: string | undefined) {
  const { accountId, email, organisationId } = actor
  if (!userId || userId === accountId) return { user_id: accountId, email, organisationId }
  const administersPitches = actor.roles.some(role => (callers.pitchAdmins as readonly string[]).includes(role))
  if (!administersPitches) throw new CallFailed('NoPermission')
  const found = await presenterAmong(db, actor, userId)
  if (!found) throw new CallFailed('UserNotFound')
  return found
}
