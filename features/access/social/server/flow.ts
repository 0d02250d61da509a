import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { CallFailed } from '#contract/call.ts'
import { CONTACTS_CALLBACK, callbackPaths, SHARE_STATE } from '#features/access/social/rules.ts'
import type { Provider } from '#features/core/site/rules.ts'
import type { Context } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { network } from '#server/limits.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import { facebook } from './providers/facebook.ts'
import { google, linkedin } from './providers/openid.ts'
import { type Answered, type AuthRequest, type ProviderClient, ProviderFailed } from './providers/provider.ts'
import { wechat } from './providers/wechat.ts'
import { deleteFlow, type Flow, insertFlow, takeFlow } from './queries.ts'
import type { Identity } from './tables.ts'

/** Binds a sign-in by a provider to the browser that started it. */
export const SOCIAL_COOKIE = 'rostrum_social'
/** Only calls before sign-in read it; contacts are fetched by people who have signed in. */
const cookiePathOf = (purpose: Flow['purpose']) =>
  purpose === 'contacts' ? '/webapi/rest/app/token/' : '/webapi/rest/app/basic/'
/** Minutes for the provider's page, and then for the email with the code. */
const FLOW_MINUTES = 15

const clients: Readonly<Record<Provider, ProviderClient>> = { linkedin, google, facebook, wechat }

/** The part of a handler's context that a flow needs: it opens its transactions itself. */
export type FlowContext = Pick<Context, 'frame' | 'request' | 'now'>
type Fail = (code: 'SocialOff' | 'SocialProviderDown' | 'SocialRefused' | 'SocialStateWrong') => never

export const flowEnd = (now: Date): Date => new Date(now.getTime() + FLOW_MINUTES * 60_000)

interface Begin
  extends Pick<Flow, 'provider' | 'purpose'>,
    Partial<Pick<Flow, 'sessionId' | 'goTo' | 'pitchUuid' | 'shareText'>> {}

/** Starts a flow: answers the provider's address, and sets the cookie without which no response is accepted. */
export async function beginFlow(context: FlowContext, fail: Fail, flow: Begin): Promise<{ url: string }> {
  const { frame, request, now } = context
  const cookie = newToken()
  const state = `${flow.purpose === 'share' ? SHARE_STATE : ''}${newToken().token}`
  const secrets = { verifier: newToken().token, nonce: newToken().token }
  const authRequest = authRequestOf(frame, { ...flow, ...secrets }, state)
  const url = await withProvider(frame, fail, flow.provider, client => client.address(frame, authRequest))
  await insertFlow(frame.db, {
    ...flow,
    ...secrets,
    cookieHash: cookie.hash,
    stateHash: hashToken(state),
    expiresAt: flowEnd(now),
  })
  request.setCookie(SOCIAL_COOKIE, cookie.token, {
    httpOnly: true,
    // The provider's page sends the browser back, and only "lax" lets the cookie come along.
    sameSite: 'lax',
    secure: frame.settings.publicUrl.startsWith('https:'),
    path: cookiePathOf(flow.purpose),
    maxAge: 2 * FLOW_MINUTES * 60,
  })
  return { url: url.href }
}

/** Takes the browser's cookie back when a flow has ended. */
export function clearFlowCookie({ frame, request }: FlowContext, purpose: Flow['purpose'] = 'signIn'): void {
  const secure = frame.settings.publicUrl.startsWith('https:')
  const path = cookiePathOf(purpose)
  request.setCookie(SOCIAL_COOKIE, '', { httpOnly: true, sameSite: 'lax', secure, path, maxAge: 0 })
}

export const cookieHashOf = ({ request }: FlowContext): string | undefined => {
  const token = request.cookies[SOCIAL_COOKIE]
  return token ? hashToken(token) : undefined
}

interface Finished {
  readonly flow: Flow
  readonly identity: Identity
  readonly accessToken: string
  /** What the person has allowed, as far as the provider says it. */
  readonly scopes: readonly string[]
}

/**
 * Asks the provider who has come back with this code. An answer counts once, in the browser, for the provider and for
 * the purpose that the flow was begun for.
 */
export async function finishFlow(
  context: FlowContext,
  fail: Fail,
  { provider, answered, purposes }: { provider: Provider; answered: Answered; purposes: readonly Flow['purpose'][] },
): Promise<Finished> {
  const { frame, now } = context
  const cookieHash = cookieHashOf(context)
  const stateHash = hashToken(answered.state)
  const flow = cookieHash ? await takeFlow(frame.db, { provider, cookieHash, stateHash }, now) : undefined
  if (!flow || !purposes.includes(flow.purpose)) return fail('SocialStateWrong')
  try {
    const authRequest = authRequestOf(frame, flow, answered.state)
    const known = await withProvider(frame, fail, provider, client => client.identify(frame, authRequest, answered))
    return { flow, scopes: [], ...known }
  } catch (error) {
    await deleteFlow(frame.db, flow.id)
    throw error
  }
}

function authRequestOf(
  frame: Frame,
  flow: Pick<Flow, 'provider' | 'purpose' | 'verifier' | 'nonce'>,
  state: string,
): AuthRequest {
  const { provider, purpose, verifier, nonce } = flow
  const path = purpose === 'contacts' ? CONTACTS_CALLBACK : callbackPaths[provider]
  return { redirectUri: `${frame.settings.publicUrl}${path}`, state, verifier, nonce, purpose }
}

/** Asks a provider. The reason of a failure is for the log, not for the caller. */
export async function withProvider<T>(
  frame: Frame,
  fail: Fail,
  provider: Provider,
  ask: (client: ProviderClient) => Promise<T>,
): Promise<T> {
  if (!frame.settings.social[provider]) return fail('SocialOff')
  try {
    return await ask(clients[provider])
  } catch (error) {
    if (error instanceof CallFailed || !(error instanceof ProviderFailed)) throw error
    frame.log.warn({ provider, reason: error.message }, 'a provider of sign-ins failed')
    return fail(error.kind === 'down' ? 'SocialProviderDown' : 'SocialRefused')
  }
}

/** The providers that are enabled, in the order in which they are offered. */
export const providersOn = (frame: Frame): Provider[] =>
  (Object.keys(clients) as Provider[]).filter(provider => frame.settings.social[provider])

/**
 * Sign-ins over providers that one address may begin within fifteen minutes: a whole office, and not a flood of rows.
 */
export const BEGUN_MOST = 300
const begun = new RateLimiterMemory({ keyPrefix: 'rostrum:social', points: BEGUN_MOST, duration: 900 })

/** Counts a sign-in that was begun. Fails with TooManyRequests. */
export async function countBegun(ip: string): Promise<void> {
  try {
    await begun.consume(network(ip))
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw new CallFailed('TooManyRequests')
    throw refused
  }
}

/** A path of this console, or nothing: whatever could lead elsewhere is refused. */
export function ownPath(to: string | undefined): string | undefined {
  if (!to?.startsWith('/')) return undefined
  const here = 'https://here.invalid'
  const url = URL.parse(to, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
