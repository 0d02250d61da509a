import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { handUpgradeOver } from '#server/http/handUpgradeOver.ts'
import type { Media } from '#server/media/livekit.ts'
import { signallingPath } from './configuration.ts'

// Only what browsers need: LiveKit's administration API stays unreachable from outside.
const passed = new RegExp(`^${signallingPath}/rtc(/v\\d+)?(/validate)?/?(\\?|$)`)

const isSignalling = (url = '') => url.startsWith(`${signallingPath}/`)

/**
 * Forwards LiveKit's signalling from the console's own address, so that one port, one certificate and a
 * Content-Security-Policy of 'self' are enough. Media goes directly to LiveKit's UDP port. `mayJoin` is checked for
 * every connection: LiveKit itself accepts a token until it expires, whatever has happened since.
 * @returns a function that ends the open connections, since a closing server waits for them
 */
export function passSignalling(
  server: Server,
  media: Media,
  mayJoin: (token: string) => Promise<boolean> = async () => true,
): () => void {
  const open = new Set<Duplex>()
  server.on('upgrade', async (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isSignalling(incoming.url)) return
    socket.on('error', () => {})
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    const token = tokenOf(incoming)
    const may = token === undefined || (await mayJoin(token).catch(() => undefined))
    if (!may) return socket.end(`HTTP/1.1 ${may === false ? forbidden : unavailable}\r\nConnection: close\r\n\r\n`)
    await media.ready()
    const outgoing = forward(incoming, media)
    if (!outgoing) return socket.end(`HTTP/1.1 ${unavailable}\r\nConnection: close\r\n\r\n`)
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
  const outgoing = incoming.method === 'GET' ? forward(incoming, media) : undefined
  if (!outgoing) {
    answer.writeHead(media.status() === 'ok' ? 404 : 503).end()
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

const forbidden = '403 Forbidden'
const unavailable = '503 Service Unavailable'

/** LiveKit accepts a token from either place. If there are two it uses the header's, so that one is checked. */
function tokenOf({ url = '', headers }: IncomingMessage): string | undefined {
  const inAddress = URL.parse(url, 'http://localhost')?.searchParams.get('access_token')
  return headers.authorization?.replace(/^Bearer /, '') ?? inAddress ?? undefined
}

function forward(incoming: IncomingMessage, media: Media) {
  if (!media.httpUrl || !passed.test(incoming.url ?? '')) return
  const to = new URL((incoming.url ?? '').slice(signallingPath.length), media.httpUrl)
  // LiveKit must not get the console's cookie.
  const { cookie: _cookie, host: _host, ...headers } = incoming.headers
  return request(to, { headers: { ...headers, host: to.host }, timeout: 0 })
}
