import type { Handlers } from '#contract/call.ts'
import type { sessionCalls } from '#features/access/session/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getLoginInfo, getLoginLogList } from './loginLog.ts'
import { endOtherSessions, endSession, getSessionList } from './ownSessions.ts'
import { writeLogout } from './writeLogout.ts'

/** The handlers of this word's calls. */
export const sessionHandlers = {
  writeLogout,
  getLoginLogList,
  getLoginInfo,
  getSessionList,
  endSession,
  endOtherSessions,
} satisfies Handlers<typeof sessionCalls, Context, Actor>
