import type { Feature } from '#server/feature.ts'
import { auditJobs } from './jobs.ts'

export const auditFeature = {
  jobs: auditJobs,
  crontab: ['23 3 * * * verifyAudit'],
} satisfies Feature
