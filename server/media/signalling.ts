import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { handUpgradeOver } from '#server/http/handUpgradeOver.ts'
import type { Media } from '#server/media/livekit.ts'
import { signallingPath } from './configuration.ts'

/** The endpoints that browsers need: LiveKit's administration API stays unreachable from outside. */
const endpoint = new RegExp(`^${signallingPath}(/rtc(?:/v\\d+)?(?:/validate)?)/?$`)

const isSignalling = (url = '') => url.startsWith(`${signallingPath}/`)

/** What is checked of every connection. */
interface Doors {
  /** Whether a request comes to a host and from a page of ours. */
  readonly mayConnect?: (request: IncomingMessage) => boolean
  /** LiveKit itself accepts a token until it expires, whatever has happened since. */
  readonly mayJoin?: (token: string) => Promise<boolean>
}

/**
 * Forwards LiveKit's signalling from the console's own address, so that one port, one certificate and a
 * Content-Security-Policy of 'self' are enough. Media goes directly to LiveKit's UDP port. What reaches LiveKit is built
 * from the token that was checked.
 * @returns a function that ends the open connections, since a closing server waits for them
 */
export function passSignalling(
  server: Server,
  media: Media,
  { mayConnect = () => true, mayJoin = async () => true }: Doors = {},
): () => void {
  const open = new Set<Duplex>()
  server.on('upgrade', async (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isSignalling(incoming.url)) return
    socket.on('error', () => {})
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    if (!mayConnect(incoming)) return refuse(forbidden)
    const asked = readRequest(incoming)
    if (typeof asked === 'string') return refuse(asked)
    const may = await mayJoin(asked.token).catch(() => undefined)
    if (!may) return refuse(may === false ? forbidden : unavailable)
    await media.ready()
    const outgoing = forward(asked, media)
    if (!outgoing) return refuse(unavailable)
    handUpgradeOver(outgoing, socket, head, {
      failed: () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'),
    })
  })
  return () => {
    for (const socket of open) socket.destroy()
  }
}

/** Answers a browser's request for the reason of a refused connection; true when the request was for signalling. */
export function answerSignalling(incoming: IncomingMessage, answer: ServerResponse, media: Media): boolean {
  if (!isSignalling(incoming.url)) return false
  const asked = readRequest(incoming)
  const outgoing = typeof asked === 'string' ? undefined : forward(asked, media)
  if (!outgoing) {
    answer.writeHead(Number.parseInt(typeof asked === 'string' ? asked : unavailable, 10)).end()
    return true
  }
  outgoing.on('response', from => {
    answer.writeHead(from.statusCode ?? 502, { 'content-type': from.headers['content-type'] ?? 'text/plain' })
    from.on('error', () => answer.destroy())
    from.pipe(answer)
  })
  outgoing.on('error', () => {
    if (!answer.headersSent) answer.writeHead(502).end()
  })
  answer.on('close', () => outgoing.destroy())
  outgoing.end()
  return true
}

const notFound = '404 Not Found'
const unauthorized = '401 Unauthorized'
const forbidden = '403 Forbidden'
const unavailable = '503 Service Unavailable'
type Refusal = typeof notFound | typeof unauthorized | typeof forbidden

/** The parameters with which livekit-client describes itself and its connection. No others are forwarded. */
const parameters = new Set([
  ...[
    'sdk',
    'version',
    'protocol',
    'client_protocol',
    'browser',
    'browser_version',
    'device_model',
    'os',
    'os_version',
  ],
  ...['auto_subscribe', 'auto_subscribe_data_track', 'adaptive_stream', 'disable_ice_lite', 'subscriber_allow_pause'],
  ...['reconnect', 'reconnect_reason', 'sid', 'network', 'join_request'],
])
const headersOfUpgrade = [
  ...['connection', 'upgrade', 'user-agent'],
  ...['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions', 'sec-websocket-protocol'],
]

interface Asked {
  /** The token that was checked; it goes to LiveKit in one place only. */
  readonly token: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Reads a request for LiveKit, or answers why it is refused. A request carries one token, in the address or in the
 * header: of two tokens, or of one that can be read in two ways, the console and LiveKit might each read another.
 */
function readRequest({ method, url = '', headers }: IncomingMessage): Asked | Refusal {
  const [address = '', query = '', ...more] = url.split('?')
  const path = endpoint.exec(address)?.[1]
  if (method !== 'GET' || !path || more.length > 0) return notFound
  const given = new URLSearchParams(query)
  const inHeader = headers.authorization === undefined ? [] : [headers.authorization.replace(/^Bearer /, '')]
  const [token, ...others] = [...given.getAll('access_token'), ...inHeader]
  if (token === undefined) return unauthorized
  if (others.length > 0 || !isCanonicalToken(token)) return forbidden
  const passed = new URLSearchParams([...given].filter(([name]) => parameters.has(name)))
  const kept = headersOfUpgrade.flatMap(name => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []))
  return { token, path: `${path}?${passed}`, headers: Object.fromEntries(kept) }
}

/** Whether a text is a JWT in its only canonical spelling. */
const isCanonicalToken = (token: string): boolean =>
  /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) &&
  token.split('.').every(part => Buffer.from(part, 'base64url').toString('base64url') === part)

function forward({ token, path, headers }: Asked, media: Media) {
  if (!media.httpUrl) return
  const to = new URL(path, media.httpUrl)
  return request(to, { headers: { ...headers, host: to.host, authorization: `Bearer ${token}` }, timeout: 0 })
}
