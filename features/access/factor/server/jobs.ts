import { rightNow } from '#server/clock.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { deleteOutdated } from './stepQueries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetCodes: Record<string, never>
  }
}

/** The background work of this feature. */
export const factorJobs = {
  /** Removes codes, riddles, remembered browsers and beginnings whose time is over. */
  forgetCodes: async (_payload, { db }) => deleteOutdated(db, rightNow()),
} satisfies JobHandlers
