import { createHash } from 'node:crypto'
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { every } from '#server/every.ts'
import { handUpgradeOver } from '#server/http/handUpgradeOver.ts'

/** The one address in front of several servers. */
export interface Front {
  readonly port: number
  /** Open WebSockets through each of the servers, in their order. */
  connections(): Promise<number[]>
  stop(): Promise<void>
}

export interface FrontOptions {
  readonly port: number
  readonly host: string
  /** Ports of the servers on this machine's loopback. */
  readonly servers: readonly number[]
  /** Whether requests come through a proxy that the operator trusts: then its forwarding headers are kept. */
  readonly behindProxy: boolean
  readonly say: (line: string) => void
}

interface Server {
  readonly port: number
  isUp: boolean
  readonly upgraded: Set<Duplex>
  /** Requests under way, so that they can be ended when the server hangs. */
  readonly open: Set<ClientRequest>
}

/** Milliseconds between two checks of the servers, and how long a server may take to answer one. */
const CHECK = { every: 1000, patience: 5000 }
const HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/**
 * Passes requests and WebSockets on to servers without sticky sessions: any of them can take any request. A request that
 * could not be handed over goes to the next server; one that was handed over and got no answer is for the browser to
 * repeat, under its own key.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const servers = options.servers.map((port): Server => ({ port, isUp: true, upgraded: new Set(), open: new Set() }))
  const balance = balanceOver(servers)
  let isStopped = false
  const choose: Choose = (url, tried) => (isStopped ? undefined : balance(url, tried))
  const pass = passRequests(choose, options.behindProxy)
  const upgrade = passUpgrades(choose, options.behindProxy)

  const http = createServer({ requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 65_000 }, (from, to) =>
    pass(from, to),
  )
  http.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    upgrade(incoming, socket, head)
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen({ port: options.port, host: options.host, backlog: 4096 }, resolve)
  })
  const stopChecks = every(
    CHECK.every,
    () => checkServers(servers, options.say),
    () => {},
  )
  return {
    port: (http.address() as AddressInfo).port,
    connections: async () => servers.map(server => server.upgraded.size),
    stop: async () => {
      isStopped = true
      stopChecks()
      for (const { upgraded, open } of servers) for (const one of [...upgraded, ...open]) one.destroy()
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    },
  }
}

/** The server for a request, but for those that were tried; undefined when there is none. */
type Choose = (url: string, tried: ReadonlySet<Server>) => Server | undefined

/** An upload stays with the server that writes it; other requests go to the server with the fewest connections. */
function balanceOver(servers: readonly Server[]): Choose {
  let turn = 0
  const load = (server: Server) => server.upgraded.size + server.open.size
  return (url, tried) => {
    const open = servers.filter(server => !tried.has(server))
    const candidates = open.some(server => server.isUp) ? open.filter(server => server.isUp) : open
    const upload = /^\/uploads\/([\w-]+)/.exec(url)?.[1]
    if (upload) return candidates[createHash('sha256').update(upload).digest().readUInt32BE() % candidates.length]
    turn++
    const least = Math.min(...candidates.map(load))
    const free = candidates.filter(server => load(server) === least)
    return free[turn % Math.max(free.length, 1)]
  }
}

function headersOf({ headers, socket }: IncomingMessage, behindProxy: boolean) {
  const from = socket.remoteAddress ?? ''
  const known = behindProxy ? headers['x-forwarded-for'] : undefined
  const forwarded = { 'x-forwarded-for': known ? `${known}, ${from}` : from }
  if (behindProxy) return { ...headers, ...forwarded }
  const { 'x-forwarded-proto': _proto, 'x-forwarded-host': _host, ...own } = headers
  return { ...own, ...forwarded }
}

/** Begins to hand a request over, on a connection of its own, because a restart may have closed an idle one. */
function handOver(server: Server, incoming: IncomingMessage, headers: object): ClientRequest {
  const { method = 'GET', url: path = '/' } = incoming
  const outgoing = request({
    ...{ host: '127.0.0.1', port: server.port, method, path, agent: false, timeout: 0 },
    headers: headers as Record<string, string>,
  })
  server.open.add(outgoing)
  outgoing.on('close', () => server.open.delete(outgoing))
  return outgoing
}

function passRequests(choose: Choose, behindProxy: boolean) {
  return function pass(
    incoming: IncomingMessage,
    answer: ServerResponse,
    tried: ReadonlySet<Server> = new Set(),
  ): void {
    const server = choose(incoming.url ?? '', tried)
    if (!server) return void answer.writeHead(503, { 'retry-after': '1' }).end()
    // a server that closed its connection during an upload would lose its answer
    const outgoing = handOver(server, incoming, { ...headersOf(incoming, behindProxy), connection: 'keep-alive' })
    let isHandedOver = false
    outgoing.once('socket', socket =>
      socket.once('connect', () => {
        isHandedOver = true
        incoming.pipe(outgoing)
      }),
    )
    outgoing.on('response', from => {
      answer.writeHead(from.statusCode ?? 502, withoutHops(from.rawHeaders))
      from.on('error', () => answer.destroy())
      from.pipe(answer)
    })
    outgoing.on('error', () => {
      if (answer.headersSent || incoming.socket.destroyed) return
      const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
      if (!isHandedOver || isRead) return pass(incoming, answer, new Set([...tried, server]))
      answer.writeHead(502).end()
    })
    outgoing.on('close', () => {
      // the rest of the upload precedes the browser's next request on this connection
      if (answer.headersSent) incoming.unpipe(outgoing).resume()
    })
    answer.on('close', () => outgoing.destroy())
  }
}

function passUpgrades(choose: Choose, behindProxy: boolean) {
  type Tried = ReadonlySet<Server>
  return function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, tried: Tried = new Set()): void {
    const server = choose(incoming.url ?? '', tried)
    if (!server) return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    handUpgradeOver(handOver(server, incoming, headersOf(incoming, behindProxy)), socket, head, {
      joined: upstream => {
        server.upgraded.add(upstream)
        upstream.on('close', () => server.upgraded.delete(upstream))
      },
      failed: () => upgrade(incoming, socket, head, new Set([...tried, server])),
    })
  }
}

/** Asks every server whether it answers, and cuts the connections through one that no longer does. */
async function checkServers(servers: readonly Server[], say: (line: string) => void): Promise<void> {
  await Promise.all(
    servers.map(async server => {
      const isUp = await fetch(`http://127.0.0.1:${server.port}/healthz`, {
        signal: AbortSignal.timeout(CHECK.patience),
      }).then(
        () => true,
        () => false,
      )
      if (isUp === server.isUp) return
      server.isUp = isUp
      say(`the server on port ${server.port} ${isUp ? 'answers again' : 'does not answer'}`)
      // clients of a hanging server reconnect to another one
      if (!isUp) for (const open of [...server.upgraded, ...server.open]) open.destroy()
    }),
  )
}

function withoutHops(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]]
    if (!HOP.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}
