import { CallFailed } from '#contract/call.ts'
import type { sessionCalls } from '#features/access/session/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { endSessions } from './endSessions.ts'

/** Somebody else's session and one that has ended look the same: there is none. */
export const endSession: Handler<typeof sessionCalls.endSession> = async context => {
  const { actor, input, fail } = context
  if (input.session_id === actor.sessionId) return fail('IllegalOperation')
  const whose = { sessionId: input.session_id, accountId: actor.accountId, kind: 'session' } as const
  if ((await endSessions(context, whose)) === 0) throw new CallFailed('NotFound')
  await writeAudit(context, { action: 'session.end', subject: input.session_id })
  return {}
}
