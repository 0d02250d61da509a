import { rightTime } from '#server/clock.ts'
import { addJob } from '#server/jobs/jobs.ts'
import type { Hearer } from '#server/occasions.ts'

/** How long after the end those who presented hear what came of it, in milliseconds: when most of the feedback is in. */
const RESULTS_AFTER = 3_600_000

export const reportHearer = {
  pitchFinished: ({ db }, { id: pitchId }) => {
    const runAt = new Date(rightTime() + RESULTS_AFTER)
    return addJob(db, 'mailResults', { pitchId }, { key: `mailResults:${pitchId}`, runAt })
  },
} satisfies Hearer
