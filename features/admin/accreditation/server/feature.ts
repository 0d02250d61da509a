import { accreditationCalls } from '#features/admin/accreditation/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as accreditations from './accreditations.ts'
import { accreditationJobs, serveProofs, uploadProofFile } from './proofs.ts'

export const accreditationFeature = {
  handlers: handlersOf(accreditationCalls, { ...accreditations, uploadProofFile }),
  jobs: accreditationJobs,
  crontab: ['33 * * * * tidyProofs', '9 * * * * warnOfExpiry'],
  routes: serveProofs,
} satisfies Feature
