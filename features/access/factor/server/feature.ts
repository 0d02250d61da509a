import type { factorCalls } from '#features/access/factor/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { confirmFactor } from './confirmFactor.ts'
import { forgetDevice } from './devices.ts'
import { removeFactor, setPrimaryFactor } from './factorActs.ts'
import { getFactors } from './getFactors.ts'
import { factorJobs } from './jobs.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import { getSecurityQuestions, updateSecurityQuestions } from './securityQuestions.ts'
import { startFactor } from './startFactor.ts'

export const factorFeature = {
  handlers: {
    getFactors,
    startFactor,
    confirmFactor,
    setPrimaryFactor,
    removeFactor,
    makeRecoveryCodes,
    forgetDevice,
    getSecurityQuestions,
    updateSecurityQuestions,
  } satisfies Handlers<typeof factorCalls>,
  jobs: factorJobs,
  crontab: ['47 4 * * * forgetCodes'],
} satisfies Feature
