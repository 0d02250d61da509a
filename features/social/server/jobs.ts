import type { JobHandlers } from '#server/jobs/jobs.ts'
import { deleteFlowsOver } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetSocialFlows: Record<string, never>
  }
}

/** The background work of this feature. */
export const socialJobs = {
  forgetSocialFlows: async (_payload, { db }) => deleteFlowsOver(db, new Date()),
} satisfies JobHandlers
