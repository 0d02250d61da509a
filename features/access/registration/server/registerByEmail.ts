import type { registrationCalls } from '#features/access/registration/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { askForLink, openByCode } from './openRegistration.ts'
import { newcomerOf } from './registerByInvitation.ts'
import { refuseUnagreed } from './registering.ts'

/** Without `email_code` a link is mailed, and the password is chosen by whoever opens it: nobody sets one for another. */
export const registerByEmail: Handler<typeof registrationCalls.registerByEmail> = opensTransactions(async context => {
  const { input } = context
  await refuseUnagreed(context.frame, input)
  const newcomer = newcomerOf({ ...input, password: input.password ?? '' })
  if (input.email_code === undefined) return askForLink(context, { ...newcomer, kind: 'account' })
  return { mailed: false, ...(await openByCode(context, newcomer, input.email_code)) }
})
