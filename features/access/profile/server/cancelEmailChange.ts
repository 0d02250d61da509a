import type { profileCalls } from '#features/access/profile/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { forgetWaitingChange } from './changeQueries.ts'
import { personalInfo } from './personalInfo.ts'

export const cancelEmailChange: Handler<typeof profileCalls.cancelEmailChange> = async context => {
  const { db, actor, now, fail } = context
  await lockOwn(db, actor.accountId)
  if (!(await forgetWaitingChange(db, actor.accountId))) return fail('NothingToConfirm')
  await writeAudit(context, { action: 'account.cancelEmailChange', subject: actor.accountId })
  return personalInfo(db, actor.accountId, now)
}
