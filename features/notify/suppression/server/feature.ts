import { suppressionCalls } from '#features/notify/suppression/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { forgetSuppressions } from './queries.ts'
import * as suppressions from './suppressions.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetSuppressions: Record<string, never>
  }
}

export const suppressionFeature = {
  handlers: handlersOf(suppressionCalls, suppressions),
  jobs: {
    forgetSuppressions: (_payload, { db }) => forgetSuppressions(db),
  } satisfies JobHandlers,
  crontab: ['27 4 * * * forgetSuppressions'],
} satisfies Feature
