import { prove } from '#features/access/factor/server/proof.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { inTransaction } from '#server/inTransaction.ts'
import { forgetWaitingChange, insertChange } from './changeQueries.ts'
import { mailConfirmation } from './emailChange.ts'
import { personalInfo } from './personalInfo.ts'

/** [CALL-095, STATE-075] Every way in stays as it is until the code comes back. */
export const changeEmail: Handler<typeof profileCalls.changeEmail> = opensTransactions(async context => {
  const { actor, input, now, fail, frame } = context
  const { email: newEmail } = input
  await prove(context, await findAccount(frame.db, actor.accountId), input.current_pass)
  await inTransaction(frame, async ({ db, enqueue }) => {
    const person = await lockOwn(db, actor.accountId)
    if (newEmail === person.email) return fail('EmailIsYours')
    await forgetWaitingChange(db, person.id)
    await insertChange(db, { accountId: person.id, oldEmail: person.email, newEmail, requestedAt: now })
    await mailConfirmation({ ...context, db, enqueue }, person, { isOther: true })
    await createNotice(db, { accountIds: [person.id], kind: 'confirmEmail', params: { email: newEmail } })
    const detail = { to: newEmail }
    await writeAudit({ ...context, db }, { action: 'account.askEmailChange', subject: person.id, detail })
  })
  return personalInfo(frame.db, actor.accountId, now)
})
