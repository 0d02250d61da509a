import { reportCalls } from '#features/results/report/contract.ts'
import { rightTime } from '#server/clock.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { exportPitchReport } from './exportPitchReport.ts'
import { reportJobs } from './jobs.ts'
import * as talk from './talk.ts'

/** Milliseconds from the end to the email with the results: most of the feedback is in by then. */
const RESULTS_AFTER = 3_600_000

export const reportFeature = {
  handlers: handlersOf(reportCalls, { exportPitchReport, ...talk }),
  jobs: reportJobs,
  hears: {
    pitchFinished: ({ db }, { id: pitchId }) => {
      const runAt = new Date(rightTime() + RESULTS_AFTER)
      return addJob(db, 'mailResults', { pitchId }, { key: `mailResults:${pitchId}`, runAt })
    },
  },
} satisfies Feature
