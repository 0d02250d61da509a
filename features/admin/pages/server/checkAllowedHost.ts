import type { pagesCalls } from '#features/admin/pages/contract.ts'
import type { Handler } from '#server/context.ts'
import { isAllowedHost } from '#server/hosts.ts'

export const checkAllowedHost: Handler<typeof pagesCalls.checkAllowedHost> = async ({
  input,
  frame: { settings },
}) => ({
  allowed: isAllowedHost(settings, input.host),
  main_url: settings.publicUrl,
})
