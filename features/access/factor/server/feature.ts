import { factorCalls } from '#features/access/factor/contract.ts'
import { rightNow } from '#server/clock.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { confirmFactor } from './confirmFactor.ts'
import { forgetDevice } from './devices.ts'
import * as factorActs from './factorActs.ts'
import { getFactors } from './getFactors.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import * as securityQuestions from './securityQuestions.ts'
import { startFactor } from './startFactor.ts'
import { deleteOutdated } from './stepQueries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetCodes: Record<string, never>
  }
}

export const factorJobs = {
  /** Removes expired codes, challenges, remembered browsers and unconfirmed factors. */
  forgetCodes: async (_payload, { db }) => deleteOutdated(db, rightNow()),
} satisfies JobHandlers

export const factorFeature = {
  handlers: handlersOf(factorCalls, {
    confirmFactor,
    forgetDevice,
    ...factorActs,
    getFactors,
    makeRecoveryCodes,
    ...securityQuestions,
    startFactor,
  }),
  jobs: factorJobs,
  crontab: ['47 4 * * * forgetCodes'],
} satisfies Feature
