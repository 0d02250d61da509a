import { mayManage } from '#features/core/account/rules.ts'
import { type AccountRow, lockAccount } from '#features/core/account/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** Somebody within the fence whom the actor may manage, locked. Fails with UserNotFound and NoPermission. */
export async function managedAccount(
  db: Transaction,
  actor: Actor,
  id: string,
  fail: (code: 'UserNotFound' | 'NoPermission') => never,
): Promise<AccountRow> {
  // Whoever manages nobody does not learn who is there.
  if (!mayManage(actor.roles, [])) return fail('NoPermission')
  const person = await lockAccount(db, actor, id)
  if (!person) return fail('UserNotFound')
  return mayManage(actor.roles, person.roles) ? person : fail('NoPermission')
}
