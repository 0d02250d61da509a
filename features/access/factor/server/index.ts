import type { Handlers } from '#contract/call.ts'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { checkUserForConsoleLogin } from '#features/access/signIn/server/checkUserForConsoleLogin.ts'
import { getPasskeyRequest } from '#features/access/signIn/server/getPasskeyRequest.ts'
import { loginBySecurityQuestion } from '#features/access/signIn/server/loginBySecurityQuestion.ts'
import { sendTwoFactorCode } from '#features/access/signIn/server/sendTwoFactorCode.ts'
import { verifyPasskey } from '#features/access/signIn/server/verifyPasskey.ts'
import { verifyTwoFactorCode } from '#features/access/signIn/server/verifyTwoFactorCode.ts'
import { clearFactorsByAdmin } from '#features/admin/users/server/clearFactorsByAdmin.ts'
import { clearSecurityQuestions } from '#features/admin/users/server/clearSecurityQuestions.ts'
import { getFactorsByAdmin } from '#features/admin/users/server/getFactorsByAdmin.ts'
import { sendCodeByAdmin } from '#features/admin/users/server/sendCodeByAdmin.ts'
import { validateCodeByAdmin } from '#features/admin/users/server/validateCodeByAdmin.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { confirmFactor } from './confirmFactor.ts'
import { forgetDevice } from './forgetDevice.ts'
import { getFactors } from './getFactors.ts'
import { getSecurityQuestions } from './getSecurityQuestions.ts'
import { makeRecoveryCodes } from './makeRecoveryCodes.ts'
import { removeFactor } from './removeFactor.ts'
import { setPrimaryFactor } from './setPrimaryFactor.ts'
import { startFactor } from './startFactor.ts'
import { updateSecurityQuestions } from './updateSecurityQuestions.ts'

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
