import type { profileCalls } from '#features/access/profile/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { readConfig } from './userConfig.ts'

export const getUserConfig: Handler<typeof profileCalls.getUserConfig> = async ({ db, actor }) =>
  readConfig((await findAccount(db, actor.accountId)).config)
