import type { Provider } from '#features/core/site/rules.ts'
import type { Frame } from '#server/frame.ts'
import type { Identity } from '../tables.ts'

/** What binds the answer of a provider to the request for it. */
export interface AuthRequest {
  /** Our own address that the provider sends the browser back to. */
  readonly redirectUri: string
  readonly state: string
  /** PKCE's secret, and OpenID Connect's; a provider without them leaves them out. */
  readonly verifier: string
  readonly nonce: string
  /** `share` asks for posting in the person's name as well, `contacts` for reading their contacts. */
  readonly purpose: 'signIn' | 'connect' | 'share' | 'contacts'
}

/** The parameters with which the browser returned. */
export interface Answered {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

/** A way to ask a person's provider who they are. */
export interface ProviderClient {
  /** The address of the provider's page to send the browser to. Fails with ProviderFailed. */
  address(frame: Frame, authRequest: AuthRequest): Promise<URL>
  /** Who the provider says has answered. Fails with ProviderFailed. */
  identify(
    frame: Frame,
    authRequest: AuthRequest,
    answered: Answered,
  ): Promise<{ identity: Identity; accessToken: string; scopes?: readonly string[] }>
  /** Takes the token back at the provider, where it offers that. Fails with ProviderFailed. */
  revoke?(frame: Frame, accessToken: string): Promise<void>
}

/** Why a provider's response is not accepted: there is none (`down`), or it is not valid (`refused`). */
export class ProviderFailed extends Error {
  readonly kind: 'down' | 'refused'
  constructor(kind: 'down' | 'refused', message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderFailed'
    this.kind = kind
  }
}

/** Milliseconds that a provider has for one response; a browser waits twelve seconds for ours. */
export const PATIENCE = 5000

/** A provider's JSON; what it answers besides is a failure. Redirects are followed nowhere. */
export async function askProvider(what: string, url: URL, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    throw new ProviderFailed('down', `${what}: no answer`, error)
  }
}

/** Its body as an object; `down` for a server error. */
export async function objectOf(what: string, answer: Response): Promise<Record<string, unknown>> {
  if (answer.status >= 500) throw new ProviderFailed('down', `${what}: HTTP ${answer.status}`)
  const body: unknown = await answer.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) throw new ProviderFailed('refused', `${what}: no JSON`)
  return body as Record<string, unknown>
}

/** One line of what a provider says of a person, free of characters that could be mistaken for others. */
export const lineOf = (value: unknown, max = 100): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Zl}\p{Zp}<>]+/gu, ' ')
        .trim()
        .slice(0, max)
    : ''

/** An email address in lower case, or nothing. */
export function emailOf(value: unknown): string {
  const email = lineOf(value, 254).toLowerCase()
  return /^[^\s@<>,;]+@[^\s@<>,;][^\s@<>,;.]*\.[^\s@<>,;]+$/.test(email) ? email : ''
}

/** The address of a picture, or nothing. */
export const pictureOf = (value: unknown): string => {
  const address = lineOf(value, 1000)
  return /^https?:\/\//.test(address) ? address : ''
}

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  linkedin: 'LinkedIn',
  google: 'Google',
  facebook: 'Facebook',
  wechat: 'WeChat',
}
