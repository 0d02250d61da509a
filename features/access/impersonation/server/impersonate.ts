import { CallFailed } from '#contract/call.ts'
import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import { ACCESS_COOKIE, ACTING_COOKIE, clearCookies, setActingCookie } from '#features/access/session/server/cookies.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { endImpersonationsFrom, lockOriginSession } from '#features/access/session/server/impersonationQueries.ts'
import { insertSession } from '#features/access/session/server/queries.ts'
import { findSession } from '#features/access/signIn/server/actorQueries.ts'
import { type AccountRow, lockAccount } from '#features/core/account/server/queries.ts'
import { isWithinTerm } from '#features/core/account/server/term.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type Handler, type OutsideOf, opensTransactions } from '#server/context.ts'
import { hashToken, newToken } from '#server/tokens.ts'

type Start = OutsideOf<typeof impersonationCalls.startImpersonate>

/** Milliseconds after which an impersonation ends, whatever is being done. It cannot be renewed. */
export const IMPERSONATION_LIFE = 30 * 60_000

/**
 * [STATE-069] The reason is committed to the audit log before anything else happens, in a transaction of its own: there
 * is no impersonation without its entry, even if the second transaction's commit is the last thing this server does.
 */
export const startImpersonate: Handler<typeof impersonationCalls.startImpersonate> = opensTransactions(
  async context => {
    const { frame, actor, request, now } = context
    const until = new Date(now.getTime() + IMPERSONATION_LIFE)
    const person = await writeDown(context, until)
    const { token, hash } = newToken()
    await frame.db.transaction(async db => {
      // Signed out or disabled between the two transactions.
      if (!(await lockOriginSession(db, actor.sessionId))) throw new CallFailed('NotSignedIn')
      for (const { accountId, organisationId } of await endImpersonationsFrom(db, actor.sessionId, now)) {
        const deed = { action: 'impersonation.end', subject: accountId, organisationId, detail: { how: 'another' } }
        await writeAudit({ db, actor, request }, deed)
      }
      await insertSession(db, {
        kind: 'session',
        accountId: person.id,
        organisationId: person.organisationId,
        impersonatorId: actor.accountId,
        originSessionId: actor.sessionId,
        tokenHash: hash,
        tokenExpiresAt: until,
        ip: request.ip,
        userAgent: request.userAgent,
        createdAt: now,
      })
    })
    const byCookie = await cameByCookie(context)
    if (byCookie) setActingCookie(context, token)
    return {
      impersonate_userid: person.id,
      impersonate_until: until.toISOString(),
      access_token: byCookie ? '' : token,
    }
  },
)

/** A person who may be acted as: not the caller, allowed to sign in, and never a super admin. */
async function writeDown(context: Start, until: Date): Promise<AccountRow> {
  const { frame, actor, input, request, fail } = context
  return frame.db.transaction(async db => {
    const person = (await lockAccount(db, actor, input.user_id)) ?? fail('UserNotFound')
    if (person.id === actor.accountId || person.roles.includes('superadmin')) return fail('ImpersonationForbidden')
    if (person.state === 'disabled' || person.roles.includes('disabled') || !isWithinTerm(person, context.now))
      return fail('AccountNotEnabled')
    if (person.state !== 'active') return fail('AccountNotActivated')
    await writeAudit(
      { db, actor, request },
      {
        action: 'impersonation.start',
        subject: person.id,
        organisationId: person.organisationId,
        detail: { reason: input.reason, until: until.toISOString() },
      },
    )
    return person
  })
}

/** Whether the call was made with the browser's cookie, and not by a program with a token of its own. */
async function cameByCookie({ frame, actor, request }: Start): Promise<boolean> {
  const cookie = request.cookies[ACCESS_COOKIE]
  return cookie !== undefined && (await findSession(frame.db, hashToken(cookie)))?.actor.sessionId === actor.sessionId
}

/** [STATE-070, STATE-071] Ends the impersonation. The caller's own session was never touched and counts again. */
export const endImpersonate: Handler<typeof impersonationCalls.endImpersonate> = async context => {
  const { actor, input } = context
  const isMeant = input.user_id === undefined || input.user_id === actor.accountId
  if (actor.impersonatorId === undefined || !isMeant) return {}
  const ended = await endSessions(context, { sessionId: actor.sessionId })
  clearCookies(context, [ACTING_COOKIE])
  // If two requests end it at once, one is recorded.
  if (ended > 0)
    await writeAudit(context, { action: 'impersonation.end', subject: actor.accountId, detail: { how: input.how } })
  return {}
}
