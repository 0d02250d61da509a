import { sessionCalls } from '#features/access/session/contract.ts'
import { rightTime } from '#server/clock.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import * as loginLog from './loginLog.ts'
import * as ownSessions from './ownSessions.ts'
import { deleteSessionsOver } from './renewalQueries.ts'
import { writeLogout } from './writeLogout.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetSessions: Record<string, never>
  }
}

/** Days for which a session is kept after its end, for questions about what happened. */
const KEPT_DAYS = 30

/** The background work of this feature. */
export const sessionJobs = {
  forgetSessions: async (_payload, { db }) => {
    await deleteSessionsOver(db, new Date(rightTime() - KEPT_DAYS * 86_400_000))
  },
} satisfies JobHandlers

export const sessionFeature = {
  handlers: handlersOf(sessionCalls, { ...loginLog, ...ownSessions, writeLogout }),
  jobs: sessionJobs,
  crontab: ['57 3 * * * forgetSessions'],
} satisfies Feature
