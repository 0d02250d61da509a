import { enterpriseCalls } from '#features/admin/enterprise/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { createEnterpriseEvidence, enterpriseJobs, serveEvidence } from './evidence.ts'
import * as verifications from './verifications.ts'

export const enterpriseFeature = {
  handlers: handlersOf(enterpriseCalls, { ...verifications, createEnterpriseEvidence }),
  jobs: enterpriseJobs,
  crontab: ['27 * * * * tidyEvidence'],
  routes: serveEvidence,
} satisfies Feature
