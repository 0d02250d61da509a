import type { JobHandlers } from '#server/jobs/jobs.ts'
import { removeList } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes a deleted list once it can no longer be restored. */
    purgeList: { listId: string }
  }
}

export const listJobs = {
  purgeList: ({ listId }, frame) => removeList(frame.db, listId),
} satisfies JobHandlers
