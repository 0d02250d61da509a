import type { factorCalls } from '#features/access/factor/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { mailChange } from './changed.ts'
import { changeFactor } from './changeFactor.ts'
import { deleteFactor, hasOtherFactor, replaceRecoveryCodes } from './queries.ts'

/** Recovery codes stand in for a factor, so they go with the last one. */
export const removeFactor: Handler<typeof factorCalls.removeFactor> = opensTransactions(async context => {
  const { actor, frame, now, fail } = context
  await changeFactor(context, async (work, person, row) => {
    if (!(await hasOtherFactor(work.db, row))) {
      const organisation = await findOrganisation(work.db, person.organisationId)
      if (organisation?.enforceSecondFactor) return fail('LastFactor')
      await replaceRecoveryCodes(work.db, actor.accountId, [])
    }
    await deleteFactor(work.db, row)
    const detail = { factor: row.kind }
    await writeAudit({ ...context, db: work.db }, { action: 'factor.remove', subject: actor.accountId, detail })
    await mailChange({ ...work, frame, now }, person, 'removed', row.id)
  })
  return {}
})
