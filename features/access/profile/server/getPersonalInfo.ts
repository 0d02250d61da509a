import type { accountCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'

export const getPersonalInfo: Handler<typeof accountCalls.getPersonalInfo> = async ({ db, actor, now }) =>
  personalInfo(db, actor.accountId, now)
