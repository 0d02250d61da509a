import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { createAccountAccess, deleteAccountAccess, getMyAccountAccess, searchAccountList } from './accountAccess.ts'
import { endImpersonate, startImpersonate } from './impersonate.ts'

export const impersonationFeature = {
  handlers: {
    startImpersonate,
    endImpersonate,
    createAccountAccess,
    deleteAccountAccess,
    searchAccountList,
    getMyAccountAccess,
  } satisfies Handlers<typeof impersonationCalls>,
} satisfies Feature
