import type { registrationCalls } from '#features/access/registration/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { requestOf } from './activating.ts'

type Call = typeof registrationCalls.checkActivationLink

export const checkActivationLink: Handler<Call> = opensTransactions(async context => {
  const { email, firstname } = await requestOf(context, context.input.account)
  return { email, firstname }
})
