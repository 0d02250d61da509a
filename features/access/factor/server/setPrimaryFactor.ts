import { randomUUID } from 'node:crypto'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { mailChange } from './changed.ts'
import { changeFactor } from './changeFactor.ts'
import { makePrimary } from './queries.ts'

export const setPrimaryFactor: Handler<typeof factorCalls.setPrimaryFactor> = opensTransactions(async context => {
  const { actor, frame, now, input } = context
  await changeFactor(context, async (work, person, row) => {
    await makePrimary(work.db, actor.accountId, input.factor_id)
    const detail = { factor: row.kind }
    await writeAudit({ ...context, db: work.db }, { action: 'factor.makePrimary', subject: actor.accountId, detail })
    await mailChange({ ...work, frame, now }, person, 'primary', randomUUID())
  })
  return {}
})
