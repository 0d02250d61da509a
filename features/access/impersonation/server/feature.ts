import { impersonationCalls } from '#features/access/impersonation/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as accountAccess from './accountAccess.ts'
import * as impersonate from './impersonate.ts'

export const impersonationFeature = {
  handlers: handlersOf(impersonationCalls, { ...accountAccess, ...impersonate }),
} satisfies Feature
