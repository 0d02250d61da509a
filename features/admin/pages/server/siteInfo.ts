import { providersOn } from '#features/access/social/server/flow.ts'
import type { pagesCalls } from '#features/admin/pages/contract.ts'
import { findOrganisationByHost } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { hostName, isAllowedHost } from '#server/settings.ts'
import { SITE_LOGO } from './logo.ts'

export const getSiteInfo: Handler<typeof pagesCalls.getSiteInfo> = async ({ db, input, frame }) => {
  const { settings } = frame
  const known = input.host !== '' && isAllowedHost(settings, input.host)
  const organisation = known ? await findOrganisationByHost(db, hostName(input.host)) : undefined
  return {
    org_name: organisation?.name ?? '',
    // the key makes a new logo a new address
    logo: organisation?.logo ? `${SITE_LOGO}?${organisation.logo.replace(/^.*\//, '')}` : '',
    operator_name: settings.operatorName ?? '',
    support_email: organisation?.supportEmail ?? settings.supportEmail ?? '',
    providers: providersOn(frame),
    registration: settings.registration,
    mobile_access: organisation?.mobileAccess ?? true,
    main_url: settings.publicUrl,
  }
}

export const checkAllowedHost: Handler<typeof pagesCalls.checkAllowedHost> = async ({
  input,
  frame: { settings },
}) => ({
  allowed: isAllowedHost(settings, input.host),
  main_url: settings.publicUrl,
})

export const getUserIp: Handler<typeof pagesCalls.getUserIp> = async ({ request }) => ({ ip: request.ip })
