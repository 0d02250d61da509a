import type { IncomingHttpHeaders } from 'node:http'
import { CallFailed } from '#contract/call.ts'
import { mustAgree } from '#features/access/policy/server/pending.ts'
import { ACCESS_COOKIE, ACTING_COOKIE, joinCookie } from '#features/access/session/server/cookies.ts'
import { noteUse, USE_NOTED_EVERY } from '#features/access/session/server/ownSessionQueries.ts'
import { rightNow } from '#server/clock.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { isAllowedHost } from '#server/settings.ts'
import { hashToken } from '#server/tokens.ts'
import { findSession } from './actorQueries.ts'

/** The parts of a request that identify its sender: an HTTP call and a socket's handshake both have them. */
export interface Credentials {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: Readonly<Record<string, string | undefined>>
}

/** The header by which a page of a pitch asks to act as the person of its join link; its value is the pitch's uuid. */
export const JOIN_HEADER = 'x-rostrum-join'

/**
 * The sender of a request, with every step of their sign-in done; `callerOf` is for calls that are allowed before.
 * Fails as that does, and with the step that is missing.
 */
export async function actorOf(frame: Frame, request: Credentials, pitchUuid?: string): Promise<Actor | undefined> {
  return withoutPending(await callerOf(frame, request, pitchUuid))
}

function withoutPending(actor: Actor | undefined): Actor | undefined {
  const step = actor && stepOf(actor)
  if (step) throw new CallFailed(step)
  return actor
}

/** A step of a sign-in after the password, by the error of the calls that wait for it. */
export type Step = 'SecondStepPending' | 'FactorRequired' | 'PasswordExpired' | 'PolicyPending'

/** The next step that a person has to take; undefined when they have signed in. */
export function stepOf({ isPending, needsFactor, mustChangePassword, mustAgree }: Actor): Step | undefined {
  if (isPending) return 'SecondStepPending'
  if (needsFactor) return 'FactorRequired'
  if (mustChangePassword) return 'PasswordExpired'
  return mustAgree ? 'PolicyPending' : undefined
}

/**
 * Who sends a request: by `Authorization: Bearer`, by the join cookie of the pitch that the request names, or by the
 * session's cookie. Undefined when not signed in. Fails with TokenExpired, and with ForeignOrigin for whatever another
 * site sends without a token of its own: neither a person's cookies nor a sign-in that they did not ask for.
 */
export async function callerOf(frame: Frame, request: Credentials, pitchUuid?: string): Promise<Actor | undefined> {
  const bearer = bearerOf(request)
  if (bearer) return callerOfToken(frame, bearer)
  refuseForeignOrigin(frame, request)
  const named = pitchUuid ?? request.headers[JOIN_HEADER]
  const join = typeof named === 'string' ? request.cookies[joinCookie(named)] : undefined
  const access = request.cookies[ACTING_COOKIE] ?? request.cookies[ACCESS_COOKIE]
  if (!join && !access) return undefined
  if (join) {
    const actor = await unlessEnded(callerOfToken(frame, join))
    if (actor || !access) return actor
  }
  const acting = request.cookies[ACTING_COOKIE]
  if (acting) return callerOfActing(frame, acting)
  return access ? callerOfToken(frame, access) : undefined
}

const bearerOf = ({ headers }: Credentials) => headers.authorization?.match(/^Bearer ([\w-]{20,100})$/)?.[1]

/** The token by which a request names a session of the console, whether or not that goes on. */
export const sessionTokenOf = (request: Credentials): string | undefined =>
  bearerOf(request) ?? request.cookies[ACCESS_COOKIE]

/**
 * The person whom a super admin acts as. An impersonation that is over is told, never passed over in silence: what was
 * meant to be done as another person must not be done as the super admin.
 */
async function callerOfActing(frame: Frame, token: string): Promise<Actor> {
  const found = await findSession(frame.db, hashToken(token))
  if (!found || found.expiresAt <= rightNow()) throw new CallFailed('ImpersonationEnded')
  await noteUseOf(frame, found)
  return found.actor
}

/** The same for a public call: an ended token counts as not signed in, since a new sign-in must work with it. */
export const visitorOf = (frame: Frame, request: Credentials): Promise<Actor | undefined> =>
  unlessEnded(callerOf(frame, request))

async function unlessEnded(found: Promise<Actor | undefined>): Promise<Actor | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof CallFailed && ['TokenExpired', 'ImpersonationEnded'].includes(error.code)) return undefined
    throw error
  }
}

/** Who holds a token, with every step of their sign-in done. Fails as `actorOf` does. */
export const actorOfToken = async (frame: Frame, token: string): Promise<Actor | undefined> =>
  withoutPending(await callerOfToken(frame, token))

async function callerOfToken(frame: Frame, token: string): Promise<Actor | undefined> {
  const found = await findSession(frame.db, hashToken(token))
  if (!found) return undefined
  if (found.expiresAt <= rightNow() || found.isIdle) throw new CallFailed('TokenExpired')
  await noteUseOf(frame, found)
  return { ...found.actor, mustAgree: await mustAgree(frame, found) }
}

/** A call counts as activity: it may be the only sign of it in a session. */
async function noteUseOf(frame: Frame, { actor, lastUsedAt }: { actor: Actor; lastUsedAt: Date }): Promise<void> {
  const now = rightNow()
  if (now.getTime() - lastUsedAt.getTime() <= USE_NOTED_EVERY) return
  await noteUse(frame.db, [actor.sessionId], now).catch(error => frame.log.warn({ err: error }, 'use not noted'))
}

/** Cookies travel by themselves, so what is sent with them has to come from our own pages. */
function refuseForeignOrigin(frame: Frame, { method, headers }: Credentials): void {
  if (method === 'GET' || method === 'HEAD') return
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined && (site === undefined || site === 'same-origin')) return
  if (!isOwnOrigin(frame, origin, headers.host)) throw new CallFailed('ForeignOrigin')
}

/**
 * Whether an Origin header is the console's: its public address, or the host that the request was sent to, if the
 * console answers to that host. A host alone proves nothing: a page of an attacker's name that resolves to this server
 * (DNS rebinding) sends its own name in both headers.
 */
export function isOwnOrigin({ settings }: Frame, origin: string | undefined, host = ''): boolean {
  if (!origin) return false
  if (origin === new URL(settings.publicUrl).origin) return true
  return isAllowedHost(settings, host) && URL.parse(origin)?.host === host.toLowerCase()
}
