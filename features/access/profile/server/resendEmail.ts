import type { profileCalls } from '#features/access/profile/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import type { Handler } from '#server/context.ts'
import { mailConfirmation } from './emailChange.ts'
import { personalInfo } from './personalInfo.ts'

/** [CALL-094, STATE-077] The code that was mailed before is worth nothing any more. */
export const resendEmail: Handler<typeof profileCalls.resendEmail> = async context => {
  const { db, actor, now } = context
  const person = await lockOwn(db, actor.accountId)
  await mailConfirmation(context, person)
  return personalInfo(db, person.id, now)
}
