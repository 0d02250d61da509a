import type { Language } from '#contract/fields.ts'
import { approvalCalls } from '#features/planning/approval/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { releaseInvitations } from './asking.ts'
import * as decisions from './decisions.ts'
import * as reviews from './reviews.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Sends what waited for an approval that an organization no longer requires. `language`: of who decided that. */
    releaseInvitations: { organisationId: string; language: Language }
  }
}

export const approvalJobs = {
  releaseInvitations: (payload, frame) => releaseInvitations(frame, payload),
} satisfies JobHandlers

export const approvalFeature = {
  handlers: handlersOf(approvalCalls, { ...decisions, ...reviews }),
  jobs: approvalJobs,
} satisfies Feature
