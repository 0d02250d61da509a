import type { Handlers } from '#contract/call.ts'
import type { sessionCalls } from '#features/session/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { createAccountAccess } from './createAccountAccess.ts'
import { deleteAccountAccess } from './deleteAccountAccess.ts'
import { endImpersonate } from './endImpersonate.ts'
import { endOtherSessions } from './endOtherSessions.ts'
import { endSession } from './endSession.ts'
import { getLoginInfo } from './getLoginInfo.ts'
import { getLoginLogList } from './getLoginLogList.ts'
import { getMyAccountAccess } from './getMyAccountAccess.ts'
import { getSessionList } from './getSessionList.ts'
import { getUserInfoByToken } from './getUserInfoByToken.ts'
import { searchAccountList } from './searchAccountList.ts'
import { signIn } from './signIn.ts'
import { startImpersonate } from './startImpersonate.ts'
import { writeLogout } from './writeLogout.ts'

/** The handlers of this feature's calls. */
export const sessionHandlers = {
  signIn,
  getUserInfoByToken,
  writeLogout,
  getLoginLogList,
  getLoginInfo,
  getSessionList,
  endSession,
  endOtherSessions,
  startImpersonate,
  endImpersonate,
  createAccountAccess,
  deleteAccountAccess,
  searchAccountList,
  getMyAccountAccess,
} satisfies Handlers<typeof sessionCalls, Context, Actor>
