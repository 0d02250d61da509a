import { randomUUID } from 'node:crypto'
import { mailChange } from '#features/access/factor/server/changed.ts'
import { deleteAllFactors } from '#features/access/factor/server/queries.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { REASON_LEAST } from '#features/core/account/factorRules.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { managedAccount } from './managedAccount.ts'
import { takePersonCheck } from './personCheck.ts'

/** Whoever asks for this in somebody's name must not stay signed in as them, so all their sessions end. */
export const clearFactorsByAdmin: Handler<typeof usersCalls.clearFactorsByAdmin> = async context => {
  const { db, input, actor, now, fail } = context
  if (input.user_id === actor.accountId) return fail('NoPermission')
  const person = await managedAccount(db, actor, input.user_id, fail)
  const by = (await takePersonCheck(db, { personId: person.id, adminId: actor.accountId }, now)) ? 'code' : 'reason'
  const reason = input.reason?.trim() ?? ''
  if (by === 'reason' && reason.length < REASON_LEAST) return fail('PersonNotChecked')
  const count = await deleteAllFactors(db, person.id)
  await endSessions(context, { accountId: person.id, kind: 'session' })
  const { organisationId, id: subject } = person
  await writeAudit(context, {
    action: 'factor.clear',
    subject,
    organisationId,
    detail: { count, by, ...(reason ? { reason } : {}) },
  })
  await mailChange(context, person, 'clearedByAdmin', randomUUID())
  return {}
}
