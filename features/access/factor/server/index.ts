import type { Handlers } from '#contract/call.ts'
import type { factorCalls } from '#features/access/factor/contract.ts'
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
