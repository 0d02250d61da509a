import type { Handlers } from '#contract/call.ts'
import type { siteCalls } from '#features/core/site/contract.ts'
import { getSiteInfo } from '#features/core/site/server/getSiteInfo.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { checkAllowedHost } from './checkAllowedHost.ts'
import { getPolicy } from './getPolicy.ts'
import { getUserIp } from './getUserIp.ts'

/** The handlers of this feature's calls. */
export const siteHandlers = { getSiteInfo, checkAllowedHost, getUserIp, getPolicy } satisfies Handlers<
  typeof siteCalls,
  Context,
  Actor
>
