import { rightTime } from '#server/clock.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { deleteSessionsOver } from './renewalQueries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetSessions: Record<string, never>
  }
}

/** Days that a session is kept after it is over, for who asks what happened. */
const KEPT_DAYS = 30

/** The background work of this feature. */
export const sessionJobs = {
  forgetSessions: async (_payload, { db }) => {
    await deleteSessionsOver(db, new Date(rightTime() - KEPT_DAYS * 86_400_000))
  },
} satisfies JobHandlers
