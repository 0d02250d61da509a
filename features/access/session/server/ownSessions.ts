import { CallFailed } from '#contract/call.ts'
import type { sessionCalls } from '#features/access/session/contract.ts'
import { describeAgent } from '#features/access/session/userAgent.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { endSessions } from './endSessions.ts'
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

/** The session of another account and an ended one look the same: there is none. */
export const endSession: Handler<typeof sessionCalls.endSession> = async context => {
  const { actor, input, fail } = context
  if (input.session_id === actor.sessionId) return fail('IllegalOperation')
  const whose = { sessionId: input.session_id, accountId: actor.accountId, kind: 'session' } as const
  if ((await endSessions(context, whose, 'elsewhere')) === 0) throw new CallFailed('NotFound')
  await writeAudit(context, { action: 'session.end', subject: input.session_id })
  return {}
}

/** Join sessions stay, so that the person can go on watching a pitch on another screen. */
export const endOtherSessions: Handler<typeof sessionCalls.endOtherSessions> = async context => {
  const { actor } = context
  const { accountId, sessionId: exceptSessionId } = actor
  const ended = await endSessions(context, { accountId, kind: 'session', exceptSessionId }, 'elsewhere')
  if (ended) await writeAudit(context, { action: 'session.endOthers', subject: accountId, detail: { ended } })
  return { ended }
}
