import { randomUUID } from 'node:crypto'
import { mailChange } from '#features/access/factor/server/changed.ts'
import { prove } from '#features/access/factor/server/proof.ts'
import { replaceQuestions } from '#features/access/factor/server/questionQueries.ts'
import { forgetDevices } from '#features/access/factor/server/stepQueries.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { inTransaction } from '#server/inTransaction.ts'
import { managedAccount } from './managedAccount.ts'

type Clear = typeof usersCalls.clearSecurityQuestions

/** One's own after the proof; somebody else's by whoever manages them. */
export const clearSecurityQuestions: Handler<Clear> = opensTransactions(async context => {
  const { input, actor, frame, now, fail } = context
  const isOwn = input.user_id === undefined || input.user_id === actor.accountId
  if (isOwn) await prove(context, await findAccount(frame.db, actor.accountId), input.current_pass)
  await inTransaction(frame, async work => {
    const { db } = work
    const person = isOwn
      ? await findAccount(db, actor.accountId)
      : await managedAccount(db, actor, input.user_id ?? '', fail)
    if ((await replaceQuestions(db, person.id, [])) === 0) return
    await forgetDevices(db, person.id)
    const { organisationId, id: subject } = person
    await writeAudit({ ...context, db }, { action: 'factor.clearQuestions', subject, organisationId })
    await mailChange({ ...work, frame, now }, person, 'questionsCleared', randomUUID())
  })
  return {}
})
