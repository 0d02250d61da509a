import type { sessionCalls } from '#features/access/session/contract.ts'
import { describeAgent } from '#features/access/session/userAgent.ts'
import type { Handler } from '#server/context.ts'
import { listOpenSessions } from './ownSessionQueries.ts'

export const getSessionList: Handler<typeof sessionCalls.getSessionList> = async ({ db, actor, now }) => {
  const rows = await listOpenSessions(db, actor.accountId, now)
  const items = rows.map(row => ({
    id: row.id,
    ...describeAgent(row.userAgent),
    ip: row.ip,
    since: row.createdAt.toISOString(),
    last_used: row.lastUsedAt.toISOString(),
    is_this: row.id === actor.sessionId,
  }))
  const [own, others] = [items.filter(item => item.is_this), items.filter(item => !item.is_this)]
  return { items: [...own, ...others], total: items.length }
}
