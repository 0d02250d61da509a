import type { FastifyInstance } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { findOrganisationByHost } from '#features/core/organisation/server/queries.ts'
import type { Frame } from '#server/frame.ts'
import { hostName, isAllowedHost } from '#server/settings.ts'

/** Where a page before sign-in finds the logo of the organization whose domain it is on. */
export const SITE_LOGO = '/webapi/site-logo'

/** The logo is public at its organization's domain, unlike other stored pictures. */
export function serveSiteLogo(app: FastifyInstance, frame: Frame): void {
  app.get(SITE_LOGO, async (request, reply) => {
    const known = isAllowedHost(frame.settings, request.hostname)
    const organisation = known ? await findOrganisationByHost(frame.db, hostName(request.hostname)) : undefined
    const found = organisation?.logo ? await frame.storage.read(organisation.logo) : undefined
    if (!found) throw new CallFailed('NotFound')
    return reply
      .header('cache-control', 'public, max-age=600')
      .header('content-length', found.size)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/webp')
      .send(found.stream)
  })
}
