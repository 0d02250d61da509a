import { giveProviderPicture } from '#features/core/account/server/profileQueries.ts'
import { rightNow } from '#server/clock.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { storePictureFrom } from '#server/pictures/pictures.ts'
import { deleteFlowsOver } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetSocialFlows: Record<string, never>
    takeProviderPicture: { accountId: string; address: string }
  }
}

export const socialJobs = {
  forgetSocialFlows: async (_payload, { db }) => deleteFlowsOver(db, rightNow()),
  /** [ENT-043] Fetches the provider's picture of a person, after the sign-in, which does not wait for it. */
  takeProviderPicture: async ({ accountId, address }, frame) => {
    const key = await storePictureFrom(frame, address, accountId)
    if (key) await frame.db.transaction(db => giveProviderPicture(db, accountId, key, rightNow()))
  },
} satisfies JobHandlers
