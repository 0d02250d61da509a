import type { pagesCalls } from '#features/admin/pages/contract.ts'
import type { Handler } from '#server/context.ts'

export const getUserIp: Handler<typeof pagesCalls.getUserIp> = async ({ request }) => ({ ip: request.ip })
