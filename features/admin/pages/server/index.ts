import type { Handlers } from '#contract/call.ts'
import type { pagesCalls } from '#features/admin/pages/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getPolicy } from './getPolicy.ts'
import { checkAllowedHost, getSiteInfo, getUserIp } from './siteInfo.ts'

/** The handlers of this feature's calls. */
export const pagesHandlers = { getSiteInfo, checkAllowedHost, getUserIp, getPolicy } satisfies Handlers<
  typeof pagesCalls,
  Context,
  Actor
>
