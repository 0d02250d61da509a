import type { Handlers } from '#contract/call.ts'
import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { createAccountAccess, deleteAccountAccess, getMyAccountAccess, searchAccountList } from './accountAccess.ts'
import { endImpersonate, startImpersonate } from './impersonate.ts'

/** The handlers of this word's calls. */
export const impersonationHandlers = {
  startImpersonate,
  endImpersonate,
  createAccountAccess,
  deleteAccountAccess,
  searchAccountList,
  getMyAccountAccess,
} satisfies Handlers<typeof impersonationCalls, Context, Actor>
