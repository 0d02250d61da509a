import type { signInCalls } from '#features/access/signIn/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { checkUserForConsoleLogin } from './checkUserForConsoleLogin.ts'
import { sendTwoFactorCode, verifyTwoFactorCode } from './codeStep.ts'
import { getUserInfoByToken } from './getUserInfoByToken.ts'
import { loginBySecurityQuestion } from './loginBySecurityQuestion.ts'
import { getPasskeyRequest, verifyPasskey } from './passkeyStep.ts'
import { signIn, updateLastLogin } from './signIn.ts'

export const signInFeature = {
  handlers: {
    signIn,
    getUserInfoByToken,
    updateLastLogin,
    checkUserForConsoleLogin,
    sendTwoFactorCode,
    verifyTwoFactorCode,
    getPasskeyRequest,
    verifyPasskey,
    loginBySecurityQuestion,
  } satisfies Handlers<typeof signInCalls>,
} satisfies Feature
