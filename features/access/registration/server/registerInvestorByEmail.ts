import type { registrationCalls } from '#features/access/registration/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { askForLink, openByCode } from './openRegistration.ts'
import { refuseUnagreed } from './registering.ts'

type Call = typeof registrationCalls.registerInvestorByEmail

/** As registerByEmail, with what an investor says of their experience. */
export const registerInvestorByEmail: Handler<Call> = opensTransactions(async context => {
  const { input } = context
  await refuseUnagreed(context.frame, input)
  const { email, firstname, lastname, username, language, timezone, investing_experience: investingExperience } = input
  const said = { email, firstname, lastname, username, language, timezone, investingExperience }
  if (input.email_code === undefined) return askForLink(context, { ...said, kind: 'investor' })
  const newcomer = { ...said, password: input.password ?? '' }
  return { mailed: false, ...(await openByCode(context, newcomer, input.email_code)) }
})
