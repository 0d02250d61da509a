import { mailConfirmation } from '#features/access/profile/server/emailChange.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handler } from '#server/context.ts'

/** CALL-178, for whoever is signed in and nobody else. */
export const sendConfirmationEmail: Handler<typeof noticeCalls.sendConfirmationEmail> = async context => {
  await mailConfirmation(context, await lockOwn(context.db, context.actor.accountId))
  return {}
}
