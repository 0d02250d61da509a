import type { profileCalls } from '#features/access/profile/contract.ts'
import type { Handler } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'

export const getPersonalInfo: Handler<typeof profileCalls.getPersonalInfo> = async ({ db, actor, now }) =>
  personalInfo(db, actor.accountId, now)
