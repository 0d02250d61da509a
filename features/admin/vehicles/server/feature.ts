import { vehiclesCalls } from '#features/admin/vehicles/contract.ts'
import { countSeries } from '#features/core/vehicle/server/seriesQueries.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { vehiclesJobs } from './jobs.ts'
import * as series from './series.ts'
import * as spvs from './spvs.ts'

export const vehiclesFeature = {
  handlers: handlersOf(vehiclesCalls, { ...spvs, ...series }),
  jobs: vehiclesJobs,
  hears: {
    companyDeletes: async ({ db, fail }, { id }) => {
      if ((await countSeries(db, { companyId: id })) > 0) fail('CompanyInUse')
    },
  },
} satisfies Feature
