import type { Handlers } from '#contract/call.ts'
import type { sessionCalls } from '#features/access/session/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { endOtherSessions } from './endOtherSessions.ts'
import { endSession } from './endSession.ts'
import { getLoginInfo } from './getLoginInfo.ts'
import { getLoginLogList } from './getLoginLogList.ts'
import { getSessionList } from './getSessionList.ts'
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
