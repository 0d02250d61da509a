import type { profileCalls } from '#features/access/profile/contract.ts'
import { mailConfirmation } from '#features/access/profile/server/emailChange.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import type { Handler } from '#server/context.ts'

/** CALL-178, for whoever is signed in and nobody else. */
export const sendConfirmationEmail: Handler<typeof profileCalls.sendConfirmationEmail> = async context => {
  await mailConfirmation(context, await lockOwn(context.db, context.actor.accountId))
  return {}
}
