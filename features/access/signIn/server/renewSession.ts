import { CallFailed } from '#contract/call.ts'
import { REFRESH_COOKIE } from '#features/access/session/server/cookies.ts'
import { ACCESS_LIFE, type OpenedSession, REFRESH_LIFE } from '#features/access/session/server/openSession.ts'
import { markSessionsEnded } from '#features/access/session/server/queries.ts'
import { exchangeRefreshToken, findUsedRefreshToken } from '#features/access/session/server/renewalQueries.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { OutsideOf } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import { findSession } from './actorQueries.ts'

/** Two tabs may renew at the same moment, or an answer get lost on its way; a thief comes later. Milliseconds. */
const GRACE = 10_000

/** [STATE-113] New tokens for a refresh token, which is used up by it. A second use ends the session. */
export async function renewSession(context: OutsideOf<typeof signInCalls.signIn>): Promise<OpenedSession> {
  const { input, frame, request, now, fail } = context
  const token = input.refresh_token || request.cookies[REFRESH_COOKIE]
  if (!token) throw new CallFailed('NotSignedIn')
  const access = newToken()
  const refresh = newToken()
  const expiresAt = new Date(now.getTime() + ACCESS_LIFE)
  const renewed = await frame.db.transaction(async db => {
    const row = await exchangeRefreshToken(db, hashToken(token), now, {
      tokenHash: access.hash,
      tokenExpiresAt: expiresAt,
      refreshHash: refresh.hash,
      refreshExpiresAt: new Date(now.getTime() + REFRESH_LIFE),
    })
    // A disabled or deleted account gets nothing, nor does a browser that was inactive for long.
    const found = row && (await findSession(db, access.hash, now))
    return found && !found.isIdle ? row : undefined
  })
  if (!renewed) {
    await endIfStolen(frame, hashToken(token), now, request.ip)
    return fail('TokenExpired')
  }
  return {
    sessionId: renewed.id,
    accessToken: access.token,
    expiresAt,
    expiresIn: ACCESS_LIFE / 1000,
    refreshToken: refresh.token,
  }
}

async function endIfStolen(frame: Frame, tokenHash: string, now: Date, ip: string): Promise<void> {
  const used = await findUsedRefreshToken(frame.db, tokenHash)
  if (!used || now.getTime() - used.usedAt.getTime() <= GRACE) return
  const ended = await frame.db.transaction(async db => {
    const ids = await markSessionsEnded(db, { sessionId: used.sessionId }, now, 'copiedToken')
    const { sessionId: subject, accountId: account, organisationId } = used
    const detail = { account, reason: 'a used refresh token came back' }
    if (ids.length)
      await writeAudit({ db, request: { ip } }, { action: 'session.end', subject, organisationId, detail })
    return ids
  })
  for (const sessionId of ended) frame.rooms.disconnect({ sessionId })
}
