import type { sessionCalls } from '#features/access/session/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { hashToken } from '#server/tokens.ts'
import { ACCESS_COOKIE, ACTING_COOKIE, clearCookies, JOIN_COOKIES, REFRESH_COOKIE } from './cookies.ts'
import { endSessions } from './endSessions.ts'
import { findImpersonation } from './impersonationQueries.ts'
import { findSessionsOf } from './queries.ts'

/**
 * Signs out. Signing out of the console ends the join sessions that this browser holds for the same person too, or the
 * next person at the machine would be let in as them. Leaving a join session ends that one only. No cookie is left that
 * fails. [STATE-103] During an impersonation both sessions end: at the timeout the super admin is gone as well.
 */
export const writeLogout: Handler<typeof sessionCalls.writeLogout> = async context => {
  const { db, actor, request } = context
  const isConsole = actor.pitchId === undefined
  const joinCookies = joinCookiesOf(request.cookies)
  const open = await findSessionsOf(
    db,
    joinCookies.map(({ hash }) => hash),
  )
  const origin = actor.impersonatorId && (await findImpersonation(db, actor.sessionId))?.originSessionId
  const mine = [actor.accountId, actor.impersonatorId]
  const ends = open.filter(s => s.id === actor.sessionId || (isConsole && mine.includes(s.accountId)))
  await endSessions(context, { sessionId: actor.sessionId })
  if (origin) await endSessions(context, { sessionId: origin })
  for (const { id } of ends) await endSessions(context, { sessionId: id })
  await writeAudit(context, { action: 'session.signOut', subject: actor.sessionId })

  const stays = new Set(open.filter(s => !ends.includes(s)).map(s => s.tokenHash))
  clearCookies(context, [
    ...(isConsole ? [ACCESS_COOKIE, REFRESH_COOKIE] : []),
    ...(request.cookies[ACTING_COOKIE] === undefined ? [] : [ACTING_COOKIE]),
    ...joinCookies.filter(({ hash }) => !stays.has(hash)).map(({ name }) => name),
  ])
  return {}
}

/** At most a few dozen: a browser keeps no more. */
const joinCookiesOf = (cookies: Readonly<Record<string, string | undefined>>) =>
  Object.entries(cookies)
    .filter(([name]) => /^[\da-f-]{8}$/.test(name.slice(JOIN_COOKIES.length)) && name.startsWith(JOIN_COOKIES))
    .slice(0, 50)
    .map(([name, token]) => ({ name, hash: hashToken(token ?? '') }))
