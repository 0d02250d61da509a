import type { accountCalls } from '#features/account/contract.ts'
import type { Handler } from '#server/context.ts'
import { findAccount } from './queries.ts'
import { readConfig } from './userConfig.ts'

export const getUserConfig: Handler<typeof accountCalls.getUserConfig> = async ({ db, actor }) =>
  readConfig((await findAccount(db, actor.accountId)).config)
