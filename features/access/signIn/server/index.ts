import type { Handlers } from '#contract/call.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { checkUserForConsoleLogin } from './checkUserForConsoleLogin.ts'
import { getPasskeyRequest } from './getPasskeyRequest.ts'
import { getUserInfoByToken } from './getUserInfoByToken.ts'
import { loginBySecurityQuestion } from './loginBySecurityQuestion.ts'
import { sendTwoFactorCode } from './sendTwoFactorCode.ts'
import { signIn } from './signIn.ts'
import { updateLastLogin } from './updateLastLogin.ts'
import { verifyPasskey } from './verifyPasskey.ts'
import { verifyTwoFactorCode } from './verifyTwoFactorCode.ts'

/** The handlers of this word's calls. */
export const signInHandlers = {
  signIn,
  getUserInfoByToken,
  updateLastLogin,
  checkUserForConsoleLogin,
  sendTwoFactorCode,
  verifyTwoFactorCode,
  getPasskeyRequest,
  verifyPasskey,
  loginBySecurityQuestion,
} satisfies Handlers<typeof signInCalls, Context, Actor>
