import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import { ACTING_COOKIE, clearCookies } from '#features/access/session/server/cookies.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'

/** [STATE-070, STATE-071] Ends acting as somebody else. The own session's token was never touched and counts again. */
export const endImpersonate: Handler<typeof impersonationCalls.endImpersonate> = async context => {
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
