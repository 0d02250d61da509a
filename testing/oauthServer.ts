import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The person who signs in at the provider's stand-in. */
export interface ProviderPerson {
  readonly sub: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly hd?: string
  readonly picture?: string
}

/** The stand-in's faults, each as an attacker or a broken provider would cause it. */
export interface Misdeeds {
  issuer?: string
  audience?: string
  nonce?: string | undefined
  /** Signs with a key that is not published. */
  forged?: boolean
  expired?: boolean
  /** HTTP status of the token endpoint. */
  tokenStatus?: number
  /** The person in the answer of userinfo. */
  userinfoSub?: string
  /** Leaves the address out of the ID token, so that userinfo has to be asked. */
  bareToken?: boolean
  postStatus?: number
  /** Scopes that the person unticks at the provider's page. */
  unticked?: readonly string[]
  /** The People API's refusal of a source, by its path. */
  people?: Readonly<Record<string, { status: number; error?: object }>>
}

interface Granted {
  readonly person: ProviderPerson
  readonly redirectUri: string
  readonly nonce: string | undefined
  readonly challenge: string | undefined
  readonly scope: string
  used: boolean
}

export const OAUTH_CLIENT = { id: 'rostrum-client', secret: 'a-secret-of-the-client' } as const

/**
 * Stands in for LinkedIn, Google (OpenID Connect: discovery, keys, signed tokens), Facebook and WeChat (their own OAuth
 * 2) on the loopback. `authorize` is a person's consent at the provider's page: it returns what the browser brings
 * back.
 */
export async function startOAuthServer({ putsNonce = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Granted>()
  const tokens = new Map<string, ProviderPerson>()
  const revoked: string[] = []
  /** What the People API has by source, and the requests that it got. */
  const contacts: Record<'connections' | 'otherContacts', readonly object[]> = { connections: [], otherContacts: [] }
  const peopleAsked: URLSearchParams[] = []
  const posts: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = []
  const misdeeds: Misdeeds = {}
  let issuer = ''
  let visitor: ProviderPerson | undefined

  function idToken({ person, nonce }: Granted): string {
    const { email, email_verified, hd, ...rest } = person
    const claims = misdeeds.bareToken ? { sub: rest.sub } : { ...rest, email, email_verified, hd }
    const put = 'nonce' in misdeeds ? misdeeds.nonce : putsNonce ? nonce : undefined
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      ...claims,
      ...(put === undefined ? {} : { nonce: put }),
      iss: misdeeds.issuer ?? issuer,
      aud: misdeeds.audience ?? OAUTH_CLIENT.id,
      iat: misdeeds.expired ? now - 7200 : now,
      exp: misdeeds.expired ? now - 3600 : now + 300,
    }
    return signed(payload, misdeeds.forged ? foreignKey : privateKey)
  }

  /** A code works once, for the client and the address for which it was issued, and with its verifier. */
  function redeem(form: URLSearchParams): Granted | undefined {
    const granted = grants.get(form.get('code') ?? '')
    const isClient =
      (form.get('client_id') ?? form.get('appid')) === OAUTH_CLIENT.id &&
      (form.get('client_secret') ?? form.get('secret')) === OAUTH_CLIENT.secret
    if (!granted || granted.used || !isClient) return undefined
    const redirectUri = form.get('redirect_uri')
    if (redirectUri !== null && redirectUri !== granted.redirectUri) return undefined
    const verifier = form.get('code_verifier')
    if (granted.challenge !== challengeOf(verifier)) return undefined
    granted.used = true
    return granted
  }

  function newAccess(person: ProviderPerson): string {
    const token = randomBytes(16).toString('hex')
    tokens.set(token, person)
    return token
  }

  /** The provider's page in a browser: the person agrees, or without a person turns back. */
  function page({ form }: Asked) {
    const to = new URL(form.get('redirect_uri') ?? '')
    const back = visitor ? grant(form, visitor) : { error: 'access_denied', state: form.get('state') ?? '' }
    for (const [name, value] of Object.entries(back)) to.searchParams.set(name, value)
    return { status: 302, headers: { location: to.href } }
  }

  function grant(query: URLSearchParams, person: ProviderPerson) {
    if ((query.get('client_id') ?? query.get('appid')) !== OAUTH_CLIENT.id) throw new Error('an unknown client')
    const code = randomBytes(16).toString('hex')
    grants.set(code, {
      person,
      redirectUri: query.get('redirect_uri') ?? '',
      nonce: query.get('nonce') ?? undefined,
      challenge: query.get('code_challenge') ?? undefined,
      scope: (query.get('scope') ?? '')
        .split(' ')
        .filter(scope => !misdeeds.unticked?.includes(scope))
        .join(' '),
      used: false,
    })
    return { code, state: query.get('state') ?? '', iss: issuer }
  }

  /** A page of the People API, as its reference has it: `personFields` or `readMask` is required, the token names the page. */
  function people(source: keyof typeof contacts, path: string, mask: string) {
    return ({ form, bearer }: Asked) => {
      peopleAsked.push(form)
      if (!tokens.has(bearer)) return { status: 401, error: { code: 401, status: 'UNAUTHENTICATED' } }
      const refused = misdeeds.people?.[path]
      if (refused) return refused
      if (!form.get(mask)) return { status: 400, error: { code: 400, status: 'INVALID_ARGUMENT' } }
      const size = Number(form.get('pageSize') ?? 100)
      const from = Number(form.get('pageToken') ?? 0)
      const all = contacts[source]
      const next = from + size < all.length ? { nextPageToken: String(from + size) } : {}
      return { [source]: all.slice(from, from + size), totalItems: all.length, ...next }
    }
  }

  const routes: Record<string, (request: Asked) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      revocation_endpoint: `${issuer}/revoke`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/authorize': page,
    '/dialog/oauth': page,
    '/connect/qrconnect': page,
    '/jwks': () => ({ keys: [jwk] }),
    '/token': ({ form }) => {
      const granted = redeem(form)
      if (!granted) return { status: 400, error: 'invalid_grant' }
      const id_token = idToken(granted)
      const access_token = newAccess(granted.person)
      return { access_token, token_type: 'Bearer', expires_in: 300, id_token, scope: granted.scope }
    },
    '/revoke': ({ form }) => {
      const token = form.get('token') ?? ''
      revoked.push(token)
      return tokens.delete(token) ? {} : { status: 400, error: 'invalid_token' }
    },
    '/v1/people/me/connections': people('connections', '/v1/people/me/connections', 'personFields'),
    '/v1/otherContacts': people('otherContacts', '/v1/otherContacts', 'readMask'),
    '/userinfo': ({ bearer }) => {
      const person = tokens.get(bearer)
      return person ? { ...person, sub: misdeeds.userinfoSub ?? person.sub } : { status: 401, error: 'invalid_token' }
    },
    '/rest/posts': ({ bearer, headers, body }) => {
      if (!tokens.has(bearer)) return { status: 401 }
      posts.push({ headers, body: JSON.parse(body) })
      return { status: misdeeds.postStatus ?? 201, headers: { 'x-restli-id': 'urn:li:share:7012345678901234567' } }
    },
    // Facebook
    '/oauth/access_token': ({ form }) => {
      const granted = redeem(form)
      return granted
        ? { access_token: newAccess(granted.person), token_type: 'bearer', expires_in: 300 }
        : { status: 400, error: { message: 'Invalid verification code format.', type: 'OAuthException', code: 100 } }
    },
    '/me': ({ form, bearer }) => {
      const person = tokens.get(bearer)
      const proof = createHmac('sha256', OAUTH_CLIENT.secret).update(bearer).digest('hex')
      if (!person || form.get('appsecret_proof') !== proof)
        return { status: 400, error: { message: 'Invalid appsecret_proof provided', code: 100 } }
      const { sub, given_name, family_name, picture, ...rest } = person
      return { ...rest, id: sub, first_name: given_name, last_name: family_name, picture: { data: { url: picture } } }
    },
    // WeChat
    '/sns/oauth2/access_token': ({ form }) => {
      const granted = redeem(form)
      return granted
        ? { access_token: newAccess(granted.person), expires_in: 7200, openid: `o-${granted.person.sub}` }
        : { errcode: 40029, errmsg: 'invalid code' }
    },
    '/sns/userinfo': ({ form }) => {
      const person = tokens.get(form.get('access_token') ?? '')
      return person
        ? {
            openid: misdeeds.userinfoSub ?? `o-${person.sub}`,
            unionid: person.sub,
            nickname: person.name,
            headimgurl: person.picture,
          }
        : { errcode: 40001, errmsg: 'invalid credential' }
    },
  }

  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const asked = await read(request)
    const route = routes[asked.path]
    const isToken = /token$/.test(asked.path)
    if (isToken && misdeeds.tokenStatus) return void response.writeHead(misdeeds.tokenStatus).end()
    const { status = 200, headers = {}, ...body } = (route?.(asked) ?? { status: 404 }) as Answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: issuer,
    misdeeds,
    contacts,
    peopleAsked,
    /** The tokens that were taken back, and those that are valid. */
    revoked,
    tokens,
    /** Posts made in a person's name. */
    posts,
    /** The person agrees at the provider's page, whose address the console gave. */
    authorize: (address: string, person: ProviderPerson) => grant(new URL(address).searchParams, person),
    /** The person in browsers that open the provider's page; undefined for one who turns back. */
    seat: (person: ProviderPerson | undefined) => {
      visitor = person
    },
    /** Ends all faults. */
    behave() {
      for (const name of Object.keys(misdeeds) as (keyof Misdeeds)[]) delete misdeeds[name]
    },
    stop: () =>
      new Promise<void>(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export type OAuthServer = Awaited<ReturnType<typeof startOAuthServer>>

interface Asked {
  readonly path: string
  /** The query and the body's form in one. */
  readonly form: URLSearchParams
  readonly body: string
  readonly bearer: string
  readonly headers: IncomingMessage['headers']
}
interface Answer extends Record<string, unknown> {
  readonly status?: number
  readonly headers?: Record<string, string>
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const form = new URLSearchParams([...url.searchParams, ...new URLSearchParams(isForm ? body : '')])
  const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  return { path: url.pathname, form, body, bearer, headers: request.headers }
}

const challengeOf = (verifier: string | null): string | undefined =>
  verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url')

/** A JSON Web Token, signed by RS256. */
function signed(payload: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
