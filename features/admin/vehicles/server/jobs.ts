import { restorableFrom } from '#features/admin/companies/server/queries.ts'
import { purgeSpv } from '#features/core/vehicle/server/queries.ts'
import { purgeSeries } from '#features/core/vehicle/server/seriesQueries.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes a deleted SPV once it can no longer be restored. */
    purgeSpv: { spvId: string }
    /** The same for a series. */
    purgeSpvSeries: { seriesId: string }
  }
}

export const vehiclesJobs = {
  purgeSpv: async ({ spvId }, { db }) => purgeSpv(db, spvId, restorableFrom()),
  purgeSpvSeries: async ({ seriesId }, { db }) => purgeSeries(db, seriesId, restorableFrom()),
} satisfies JobHandlers
