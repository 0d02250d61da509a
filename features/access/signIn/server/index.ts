import type { Handlers } from '#contract/call.ts'
import { createAccountAccess } from '#features/access/impersonation/server/createAccountAccess.ts'
import { deleteAccountAccess } from '#features/access/impersonation/server/deleteAccountAccess.ts'
import { endImpersonate } from '#features/access/impersonation/server/endImpersonate.ts'
import { getMyAccountAccess } from '#features/access/impersonation/server/getMyAccountAccess.ts'
import { startImpersonate } from '#features/access/impersonation/server/startImpersonate.ts'
import { endOtherSessions } from '#features/access/session/server/endOtherSessions.ts'
import { endSession } from '#features/access/session/server/endSession.ts'
import { getLoginInfo } from '#features/access/session/server/getLoginInfo.ts'
import { getLoginLogList } from '#features/access/session/server/getLoginLogList.ts'
import { getSessionList } from '#features/access/session/server/getSessionList.ts'
import { writeLogout } from '#features/access/session/server/writeLogout.ts'
import type { sessionCalls } from '#features/access/signIn/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getUserInfoByToken } from './getUserInfoByToken.ts'
import { searchAccountList } from './searchAccountList.ts'
import { signIn } from './signIn.ts'

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
