import type { siteCalls } from '#features/core/site/contract.ts'
import type { Handler } from '#server/context.ts'

export const getUserIp: Handler<typeof siteCalls.getUserIp> = async ({ request }) => ({ ip: request.ip })
