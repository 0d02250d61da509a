import type { accountCalls } from '#features/admin/users/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { readConfig } from './userConfig.ts'

export const getUserConfig: Handler<typeof accountCalls.getUserConfig> = async ({ db, actor }) =>
  readConfig((await findAccount(db, actor.accountId)).config)
