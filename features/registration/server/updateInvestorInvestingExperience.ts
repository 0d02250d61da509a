import { findAccount } from '#features/account/server/queries.ts'
import type { registrationCalls } from '#features/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { isNameOf } from './agreePolicy.ts'
import { saveInvestingExperience } from './queries.ts'

type Call = typeof registrationCalls.updateInvestorInvestingExperience

export const updateInvestorInvestingExperience: Handler<Call> = async ({ db, input, actor, now, fail }) => {
  if (!isNameOf(await findAccount(db, actor.accountId), input.username)) return fail('NoPermission')
  await saveInvestingExperience(db, actor.accountId, input.investing_experience, now)
  return {}
}
