import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { deleteAccess } from './accessQueries.ts'

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
