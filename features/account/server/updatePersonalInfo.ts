import type { accountCalls } from '#features/account/contract.ts'
import type { Handler } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'
import { updateAccount } from './queries.ts'

export const updatePersonalInfo: Handler<typeof accountCalls.updatePersonalInfo> = async ({
  db,
  actor,
  input,
  now,
}) => {
  const { company_name: companyName, ...rest } = input
  return personalInfo(await updateAccount(db, actor.accountId, { ...rest, companyName }, now))
}
