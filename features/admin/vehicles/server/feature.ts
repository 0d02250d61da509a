import { vehiclesCalls } from '#features/admin/vehicles/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { vehiclesJobs } from './jobs.ts'
import * as spvs from './spvs.ts'

export const vehiclesFeature = {
  handlers: handlersOf(vehiclesCalls, spvs),
  jobs: vehiclesJobs,
} satisfies Feature
