import type { Handlers } from '#contract/call.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { checkUserForConsoleLogin } from './checkUserForConsoleLogin.ts'
import { sendTwoFactorCode, verifyTwoFactorCode } from './codeStep.ts'
import { getUserInfoByToken } from './getUserInfoByToken.ts'
import { loginBySecurityQuestion } from './loginBySecurityQuestion.ts'
import { getPasskeyRequest, verifyPasskey } from './passkeyStep.ts'
import { signIn, updateLastLogin } from './signIn.ts'

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
