import { pagesCalls } from '#features/admin/pages/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { getPolicy } from './getPolicy.ts'
import { serveSiteLogo } from './logo.ts'
import { getMailPreview } from './mailPreview.ts'
import * as siteInfo from './siteInfo.ts'

export const pagesFeature = {
  handlers: handlersOf(pagesCalls, { getPolicy, getMailPreview, ...siteInfo }),
  routes: serveSiteLogo,
} satisfies Feature
