import { socialCalls } from '#features/access/social/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as connections from './connections.ts'
import { socialJobs } from './jobs.ts'
import * as logins from './logins.ts'
import * as proveEmail from './proveEmail.ts'
import * as share from './share.ts'

export const socialFeature = {
  handlers: handlersOf(socialCalls, { ...connections, ...logins, ...proveEmail, ...share }),
  jobs: socialJobs,
  crontab: ['7 * * * * forgetSocialFlows'],
} satisfies Feature
