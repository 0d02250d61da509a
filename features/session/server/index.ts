import type { Handlers } from '#contract/call.ts'
import type { sessionCalls } from '#features/session/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getLoginLogList } from './getLoginLogList.ts'
import { getUserInfoByToken } from './getUserInfoByToken.ts'
import { signIn } from './signIn.ts'
import { writeLogout } from './writeLogout.ts'

/** The handlers of this feature's calls. */
export const sessionHandlers = {
  signIn,
  getUserInfoByToken,
  writeLogout,
  getLoginLogList,
} satisfies Handlers<typeof sessionCalls, Context, Actor>
