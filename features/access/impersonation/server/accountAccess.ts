import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import { lockAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { deleteAccess, insertAccess, listAccess, listAccessOf } from './accessQueries.ts'

const administrators = ['superadmin', 'admin', 'useradmin', 'pitchadmin']

/**
 * The fence is the accounts' own organization. An admin gives neither themselves a right nor their own account
 * away, and no right to an admin's account: acting for an account must not raise what a person may.
 */
export const createAccountAccess: Handler<typeof impersonationCalls.createAccountAccess> = async context => {
  const { db, actor, input, fail } = context
  const { user_id: userId, account_id: accountId } = input
  if (userId === accountId || [userId, accountId].includes(actor.accountId)) return fail('AccountAccessForbidden')
  // Locked in one order, so that two crosswise requests do not deadlock.
  const found = new Map<string, Awaited<ReturnType<typeof lockAccount>>>()
  for (const id of [userId, accountId].sort()) found.set(id, await lockAccount(db, actor, id))
  const user = found.get(userId) ?? fail('UserNotFound')
  const account = found.get(accountId) ?? fail('UserNotFound')
  const organisationId = account.organisationId
  if (user.organisationId !== organisationId || account.roles.some(role => administrators.includes(role)))
    return fail('AccountAccessForbidden')
  if (user.state === 'disabled') return fail('AccountAccessForbidden')
  if (!(await insertAccess(db, { organisationId, userId, accountId, grantedBy: actor.accountId }))) return {}
  await writeAudit(context, { action: 'access.grant', subject: userId, organisationId, detail: { account: accountId } })
  return {}
}

export const deleteAccountAccess: Handler<typeof impersonationCalls.deleteAccountAccess> = async context => {
  const { db, actor, input } = context
  const { user_id: userId, account_id: accountId } = input
  const organisationId = await deleteAccess(db, actor, { userId, accountId })
  if (organisationId === undefined) return {}
  await writeAudit(context, {
    action: 'access.revoke',
    subject: userId,
    organisationId,
    detail: { account: accountId },
  })
  return {}
}

/** [ENT-078] */
export const searchAccountList: Handler<typeof impersonationCalls.searchAccountList> = async ({ db, actor, input }) => {
  const { items, total } = await listAccess(db, actor, input)
  return { items: items.map(({ createdAt, ...item }) => ({ ...item, created_on: createdAt.toISOString() })), total }
}

export const getMyAccountAccess: Handler<typeof impersonationCalls.getMyAccountAccess> = async ({
  db,
  actor,
  input,
}) => {
  const { items, total } = await listAccessOf(db, actor, input)
  return { items: items.map(({ createdAt, ...item }) => ({ ...item, created_on: createdAt.toISOString() })), total }
}
