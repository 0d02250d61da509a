import type { sessionCalls } from '#features/access/session/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { endSessions } from './endSessions.ts'

/** Leaves the join sessions: whoever watches a pitch on another screen goes on watching. */
export const endOtherSessions: Handler<typeof sessionCalls.endOtherSessions> = async context => {
  const { actor } = context
  const { accountId, sessionId: exceptSessionId } = actor
  const ended = await endSessions(context, { accountId, kind: 'session', exceptSessionId })
  if (ended) await writeAudit(context, { action: 'session.endOthers', subject: accountId, detail: { ended } })
  return { ended }
}
