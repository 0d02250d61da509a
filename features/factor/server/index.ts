import type { Handlers } from '#contract/call.ts'
import type { factorCalls } from '#features/factor/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { checkUserForConsoleLogin } from './checkUserForConsoleLogin.ts'
import { clearFactorsByAdmin } from './clearFactorsByAdmin.ts'
import { clearSecurityQuestions } from './clearSecurityQuestions.ts'
import { confirmFactor } from './confirmFactor.ts'
import { forgetDevice } from './forgetDevice.ts'
import { getFactors } from './getFactors.ts'
import { getFactorsByAdmin } from './getFactorsByAdmin.ts'
import { getPasskeyRequest } from './getPasskeyRequest.ts'
import { getSecurityQuestions } from './getSecurityQuestions.ts'
import { loginBySecurityQuestion } from './loginBySecurityQuestion.ts'
import { makeRecoveryCodes } from './makeRecoveryCodes.ts'
import { removeFactor } from './removeFactor.ts'
import { sendCodeByAdmin } from './sendCodeByAdmin.ts'
import { sendTwoFactorCode } from './sendTwoFactorCode.ts'
import { setPrimaryFactor } from './setPrimaryFactor.ts'
import { startFactor } from './startFactor.ts'
import { updateSecurityQuestions } from './updateSecurityQuestions.ts'
import { validateCodeByAdmin } from './validateCodeByAdmin.ts'
import { verifyPasskey } from './verifyPasskey.ts'
import { verifyTwoFactorCode } from './verifyTwoFactorCode.ts'

/** The handlers of this feature's calls. */
export const factorHandlers = {
  checkUserForConsoleLogin,
  sendTwoFactorCode,
  verifyTwoFactorCode,
  getPasskeyRequest,
  verifyPasskey,
  getFactors,
  startFactor,
  confirmFactor,
  setPrimaryFactor,
  removeFactor,
  makeRecoveryCodes,
  forgetDevice,
  getSecurityQuestions,
  updateSecurityQuestions,
  clearSecurityQuestions,
  loginBySecurityQuestion,
  sendCodeByAdmin,
  validateCodeByAdmin,
  getFactorsByAdmin,
  clearFactorsByAdmin,
} satisfies Handlers<typeof factorCalls, Context, Actor>
