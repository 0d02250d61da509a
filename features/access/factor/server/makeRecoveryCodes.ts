import { randomUUID } from 'node:crypto'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { mailChange } from './changed.ts'
import { changeProved, proveOwner } from './changeFactor.ts'
import { findPrimaryFactor, replaceRecoveryCodes } from './queries.ts'
import { newRecoveryCodes } from './recoveryCodes.ts'

export const makeRecoveryCodes: Handler<typeof factorCalls.makeRecoveryCodes> = opensTransactions(async context => {
  const { actor, frame, now, fail } = context
  await proveOwner(context)
  const recovery = await newRecoveryCodes()
  await changeProved(context, async (work, person) => {
    if (!(await findPrimaryFactor(work.db, actor.accountId))) return fail('FactorNotFound')
    await replaceRecoveryCodes(work.db, actor.accountId, recovery.hashes)
    await writeAudit({ ...context, db: work.db }, { action: 'factor.makeRecoveryCodes', subject: actor.accountId })
    await mailChange({ ...work, frame, now }, person, 'recoveryMade', randomUUID())
  })
  return { recovery_codes: recovery.codes }
})
