import { signInCalls } from '#features/access/signIn/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { checkUserForConsoleLogin } from './checkUserForConsoleLogin.ts'
import * as codeStep from './codeStep.ts'
import { getUserInfoByToken } from './getUserInfoByToken.ts'
import { loginBySecurityQuestion } from './loginBySecurityQuestion.ts'
import * as passkeyStep from './passkeyStep.ts'
import * as signIn from './signIn.ts'

export const signInFeature = {
  handlers: handlersOf(signInCalls, {
    checkUserForConsoleLogin,
    ...codeStep,
    getUserInfoByToken,
    loginBySecurityQuestion,
    ...passkeyStep,
    ...signIn,
  }),
} satisfies Feature
