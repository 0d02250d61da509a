import type { Handlers } from '#contract/call.ts'
import type { factorCalls } from '#features/access/factor/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { confirmFactor } from './confirmFactor.ts'
import { forgetDevice } from './devices.ts'
import { removeFactor, setPrimaryFactor } from './factorActs.ts'
import { getFactors } from './getFactors.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import { getSecurityQuestions, updateSecurityQuestions } from './securityQuestions.ts'
import { startFactor } from './startFactor.ts'

/** The handlers of this word's calls. */
export const factorHandlers = {
  getFactors,
  startFactor,
  confirmFactor,
  setPrimaryFactor,
  removeFactor,
  makeRecoveryCodes,
  forgetDevice,
  getSecurityQuestions,
  updateSecurityQuestions,
} satisfies Handlers<typeof factorCalls, Context, Actor>
