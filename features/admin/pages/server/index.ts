import type { Handlers } from '#contract/call.ts'
import type { pagesCalls } from '#features/admin/pages/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { checkAllowedHost } from './checkAllowedHost.ts'
import { getPolicy } from './getPolicy.ts'
import { getSiteInfo } from './getSiteInfo.ts'
import { getUserIp } from './getUserIp.ts'

/** The handlers of this feature's calls. */
export const pagesHandlers = { getSiteInfo, checkAllowedHost, getUserIp, getPolicy } satisfies Handlers<
  typeof pagesCalls,
  Context,
  Actor
>
