import { isNameOf } from '#features/access/policy/server/agreements.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { saveInvestingExperience } from './requestQueries.ts'

type Call = typeof registrationCalls.updateInvestorInvestingExperience

export const updateInvestorInvestingExperience: Handler<Call> = async ({ db, input, actor, now, fail }) => {
  if (!isNameOf(await findAccount(db, actor.accountId), input.username)) return fail('NoPermission')
  await saveInvestingExperience(db, actor.accountId, input.investing_experience, now)
  return {}
}
