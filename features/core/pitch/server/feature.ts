import type { Feature } from '#server/feature.ts'
import { pitchJobs } from './jobs.ts'

export const pitchFeature = {
  jobs: pitchJobs,
} satisfies Feature
