import type { pagesCalls } from '#features/admin/pages/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getPolicy } from './getPolicy.ts'
import { serveSiteLogo } from './logo.ts'
import { checkAllowedHost, getSiteInfo, getUserIp } from './siteInfo.ts'

export const pagesFeature = {
  handlers: { getSiteInfo, checkAllowedHost, getUserIp, getPolicy } satisfies Handlers<typeof pagesCalls>,
  routes: serveSiteLogo,
} satisfies Feature
