import { randomUUID } from 'node:crypto'
import { findAccount } from '#features/account/server/queries.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { factorCalls } from '#features/factor/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { mailChange } from './changed.ts'
import { inTransaction } from './inTransaction.ts'
import { managedAccount } from './managedAccount.ts'
import { prove } from './proof.ts'
import { replaceQuestions } from './questionQueries.ts'
import { forgetDevices } from './stepQueries.ts'

type Clear = typeof factorCalls.clearSecurityQuestions

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
