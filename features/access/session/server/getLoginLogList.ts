import type { sessionCalls } from '#features/access/session/contract.ts'
import type { Handler } from '#server/context.ts'
import { listLoginLog } from './loginLogQueries.ts'

export const getLoginLogList: Handler<typeof sessionCalls.getLoginLogList> = async ({ db, actor, input }) => {
  const { items, total } = await listLoginLog(db, actor, input)
  return {
    items: items.map(({ id, username, description, ip, at }) => ({
      id,
      username,
      description,
      ip,
      at: at.toISOString(),
    })),
    total,
  }
}
