import type { accountCalls } from '#features/account/contract.ts'
import type { Handler } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'
import { findAccount } from './queries.ts'

export const getPersonalInfo: Handler<typeof accountCalls.getPersonalInfo> = async ({ db, actor }) =>
  personalInfo(await findAccount(db, actor.accountId))
