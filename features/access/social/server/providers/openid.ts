import * as openid from 'openid-client'
import { contactScopes } from '#features/access/social/rules.ts'
import type { ProviderSettings } from '#features/access/social/server/settings.ts'
import { ahead, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import type { Identity } from '../tables.ts'
import {
  type AuthRequest,
  emailOf,
  lineOf,
  PATIENCE,
  type ProviderClient,
  ProviderFailed,
  pictureOf,
} from './provider.ts'

interface Kind {
  readonly settings: (frame: Frame) => ProviderSettings | undefined
  /**
   * LinkedIn refuses a verifier from programs with a secret, and puts no nonce into its tokens: state must do there.
   */
  readonly hasPkceAndNonce: boolean
  readonly isEmailProven: (claims: Claims) => boolean
}
type Claims = Readonly<Record<string, unknown>>

export const linkedin = openIdConnect({
  settings: frame => frame.settings.social.linkedin,
  hasPkceAndNonce: false,
  isEmailProven: claims => claims['email_verified'] === true,
})

export const google = openIdConnect({
  settings: frame => frame.settings.social.google,
  hasPkceAndNonce: true,
  // Of an address elsewhere Google knows only that it was the person's once.
  isEmailProven: claims =>
    claims['email_verified'] === true &&
    (typeof claims['hd'] === 'string' || String(claims['email']).toLowerCase().endsWith('@gmail.com')),
})

/** What is asked for. Of `contacts` a person may leave out one, or both. */
const scopes = {
  signIn: 'openid profile email',
  connect: 'openid profile email',
  share: 'openid profile w_member_social',
  contacts: ['openid', ...Object.values(contactScopes)].join(' '),
} as const

/** How long a provider's metadata is cached: its keys change now and then. */
const KEPT_MS = 3_600_000

function openIdConnect({ settings, hasPkceAndNonce, isEmailProven }: Kind): ProviderClient {
  const known = new WeakMap<Frame, { at: number; found: openid.Configuration }>()

  async function discover(frame: Frame): Promise<openid.Configuration> {
    const kept = known.get(frame)
    if (kept && rightTime() - kept.at < KEPT_MS) return kept.found
    const own = settings(frame)
    if (!own) throw new ProviderFailed('down', 'not switched on')
    const insecure = own.address.startsWith('http:') ? [openid.allowInsecureRequests] : []
    const right = { [openid.clockSkew]: -Math.round(ahead() / 1000) }
    const found = await openid
      .discovery(new URL(own.address), own.clientId, right, openid.ClientSecretPost(own.clientSecret), {
        timeout: PATIENCE / 1000,
        execute: [openid.enableNonRepudiationChecks, ...insecure],
      })
      .catch(failed('discovery'))
    known.set(frame, { at: rightTime(), found })
    return found
  }

  return {
    async address(frame, authRequest) {
      const { redirectUri, state, verifier, nonce, purpose } = authRequest
      return openid.buildAuthorizationUrl(await discover(frame), {
        redirect_uri: redirectUri,
        scope: scopes[purpose],
        // a person may have several accounts, and one token is enough: it is taken back at once
        ...(purpose === 'contacts' && { access_type: 'online', prompt: 'select_account' }),
        state,
        ...(hasPkceAndNonce
          ? {
              nonce,
              code_challenge: await openid.calculatePKCECodeChallenge(verifier),
              code_challenge_method: 'S256',
            }
          : {}),
      })
    },

    async identify(frame, authRequest, answered) {
      const config = await discover(frame)
      const tokens = await openid
        .authorizationCodeGrant(config, answerAddress(authRequest, answered), {
          expectedState: authRequest.state,
          idTokenExpected: true,
          ...(hasPkceAndNonce ? { pkceCodeVerifier: authRequest.verifier, expectedNonce: authRequest.nonce } : {}),
        })
        .catch(failed('code'))
      const token = tokens.claims()
      if (!token) throw new ProviderFailed('refused', 'code: no id_token')
      const claims = token['email'] === undefined ? await completed(config, tokens.access_token, token) : token
      return {
        ...{ identity: identityOf(claims, token.sub, isEmailProven(claims)), accessToken: tokens.access_token },
        scopes: tokens.scope?.split(' ') ?? [],
      }
    },

    async revoke(frame, accessToken) {
      await openid.tokenRevocation(await discover(frame), accessToken).catch(failed('revocation'))
    },
  }
}

/**
 * The claims of userinfo count beside the token's own only when they are of the same person, which the library checks.
 */
const completed = async (
  config: openid.Configuration,
  accessToken: string,
  token: openid.IDToken,
): Promise<Claims> => ({
  ...token,
  ...(await openid.fetchUserInfo(config, accessToken, token.sub).catch(failed('userinfo'))),
})

function identityOf(claims: Claims, subject: string, isEmailProven: boolean): Identity {
  const email = emailOf(claims['email'])
  return {
    subject,
    name: lineOf(claims['name']) || email,
    firstname: lineOf(claims['given_name'], 50),
    lastname: lineOf(claims['family_name'], 50),
    email,
    isEmailProven: email !== '' && isEmailProven,
    picture: pictureOf(claims['picture']),
  }
}

function answerAddress(
  { redirectUri }: AuthRequest,
  answered: { code: string; state: string; iss?: string | undefined },
): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answered)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** A provider that cannot be reached or is in trouble is told from one whose answer must not be believed. */
const failed = (step: string) => (error: unknown) => {
  throw new ProviderFailed(isTrouble(error) ? 'down' : 'refused', `${step}: ${reasonOf(error)}`, error)
}

const reasonOf = (error: unknown) =>
  error instanceof openid.ResponseBodyError ? error.error : error instanceof Error ? error.message : 'unknown'

function isTrouble(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: string; cause?: unknown }
  if (cause instanceof Response) return cause.status >= 500
  return code === 'OAUTH_TIMEOUT' || error.name === 'TimeoutError' || error instanceof TypeError
}
