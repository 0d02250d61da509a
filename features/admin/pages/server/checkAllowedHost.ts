import type { siteCalls } from '#features/core/site/contract.ts'
import type { Handler } from '#server/context.ts'
import { isAllowedHost } from '#server/hosts.ts'

export const checkAllowedHost: Handler<typeof siteCalls.checkAllowedHost> = async ({ input, frame: { settings } }) => ({
  allowed: isAllowedHost(settings, input.host),
  main_url: settings.publicUrl,
})
