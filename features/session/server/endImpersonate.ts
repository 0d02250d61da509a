import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { sessionCalls } from '#features/session/contract.ts'
import type { Handler } from '#server/context.ts'
import { ACTING_COOKIE, clearCookies } from './cookies.ts'
import { endSessions } from './endSessions.ts'

/** [STATE-070, STATE-071] Ends acting as somebody else. The own session's token was never touched and counts again. */
export const endImpersonate: Handler<typeof sessionCalls.endImpersonate> = async context => {
  const { actor, input } = context
  const isMeant = input.user_id === undefined || input.user_id === actor.accountId
  if (actor.impersonatorId === undefined || !isMeant) return {}
  const ended = await endSessions(context, { sessionId: actor.sessionId })
  clearCookies(context, [ACTING_COOKIE])
  // Of two that end it at once, one is written down.
  if (ended > 0)
    await writeAudit(context, { action: 'impersonation.end', subject: actor.accountId, detail: { how: input.how } })
  return {}
}
