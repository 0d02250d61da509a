import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Media } from './livekit.ts'
import { answerSignalling, passSignalling } from './signalling.ts'

/** What reached LiveKit's place, and which tokens were checked before. */
const reached: IncomingMessage[] = []
const checked: string[] = []
const servers: Server[] = []
let port = 0

async function listening(http: Server): Promise<number> {
  servers.push(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return (http.address() as AddressInfo).port
}

beforeAll(async () => {
  const livekit = createServer((incoming, answer) => {
    reached.push(incoming)
    answer.end('success')
  })
  livekit.on('upgrade', (incoming, socket) => {
    reached.push(incoming)
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  const media = {
    httpUrl: `http://127.0.0.1:${await listening(livekit)}`,
    status: () => 'ok',
    ready: async () => true,
  } as Media
  const http = createServer((incoming, answer) => {
    if (!answerSignalling(incoming, answer, media)) answer.writeHead(418).end()
  })
  const mayJoin = async (token: string) => {
    checked.push(token)
    return true
  }
  passSignalling(http, media, { mayJoin })
  port = await listening(http)
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Sends these very bytes; answers the status and what reached LiveKit. */
async function ask(lines: readonly string[]) {
  reached.length = 0
  checked.length = 0
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`${[...lines, 'Host: a', 'Sec-WebSocket-Version: 13'].join('\r\n')}\r\n\r\n`, 'latin1')
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])) as [unknown]
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 0), reached: reached.at(0) }
}

const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
const part = fc.uint8Array({ minLength: 1, maxLength: 12 }).map(bytes => Buffer.from(bytes).toString('base64url'))
const token = fc.tuple(part, part, part).map(parts => parts.join('.'))
const oddEnd = fc.constantFrom('', ';', ' ', '%20', '%', '=', '==', '%00', '+', '.', '&', '#', '\t', '%3B', ',')
const odd = fc.tuple(token, oddEnd).map(([jwt, end]) => `${jwt}${end}`)
const key = fc.constantFrom(
  ...['access_token', 'access_token ', '%61ccess_token', 'ACCESS_TOKEN', 'room', 'publish', 'attributes', 'sid'],
  ...['auto_subscribe', 'protocol', 'join_request', ';access_token', 'access_token[]', 'x'],
)
const pair = fc.tuple(key, fc.oneof(odd, fc.string({ maxLength: 8 }).map(encodeURIComponent)))
const usual = token.map(jwt => `access_token=${jwt}&auto_subscribe=1&protocol=15`)
const asMade = fc
  .array(pair, { maxLength: 5 })
  .chain(pairs => fc.constantFrom('&', ';').map(join => pairs.map(([k, v]) => `${k}=${v}`).join(join)))
const query = fc.oneof(usual, { arbitrary: asMade, weight: 4 })
const path = fc.constantFrom(
  '/rtc',
  '/rtc/v1',
  '/rtc/',
  '/rtc/validate',
  '/rtc/v1/validate',
  '/rtc%2Fvalidate',
  '/twirp',
)
const header = fc.option(
  fc.tuple(fc.constantFrom('Bearer ', 'bearer ', 'Bearer  ', '', 'Basic '), odd).map(([kind, jwt]) => kind + jwt),
)

/** What must not have gone upstream. */
function wrongWith({ url = '', headers }: IncomingMessage, asked: string): string[] {
  const sent = headers.authorization?.replace('Bearer ', '') ?? ''
  const names = [...new URLSearchParams(url.split('?')[1]).keys()]
  const passed = ['sid', 'auto_subscribe', 'protocol', 'join_request']
  return [
    ...(/^[\w-]+\.[\w-]+\.[\w-]+$/.test(sent) && asked.includes(sent) ? [] : [`the token ${sent}`]),
    ...(/^\/rtc(\/v1)?(\/validate)?(\?|$)/.test(url) && !url.includes(';') ? [] : [`the address ${url}`]),
    ...names.filter(name => !passed.includes(name)),
    ...['cookie', 'x-forwarded-for'].filter(name => name in headers),
  ]
}

describe('a way to LiveKit', () => {
  it('carries the very token that was checked, in one place, whatever was asked', async () => {
    let admitted = 0
    await fc.assert(
      fc.asyncProperty(path, query, header, fc.boolean(), async (at, asked, authorization, upgrades) => {
        const line = `GET /livekit${at}?${asked.replace(/[\s\0]/g, '')} HTTP/1.1`
        const { reached } = await ask([
          line,
          ...(authorization === null ? [] : [`Authorization: ${authorization}`]),
          ...['X-Forwarded-For: 10.0.0.1', 'Cookie: rostrum=secret'],
          ...(upgrades ? upgrade : []),
        ])
        if (reached) admitted++
        const sent = reached?.headers.authorization?.replace('Bearer ', '')
        expect(reached ? wrongWith(reached, `${asked} ${authorization}`) : []).toEqual([])
        expect(checked).toEqual(reached && upgrades ? [sent] : [])
      }),
      { numRuns: 1500 },
    )
    expect(admitted).toBeGreaterThan(50)
  }, 60_000)

  it.each([';', '%20', '%', '=', '%3D', '&access_token=YQ.YQ.Yg', '.YQ'])(
    'refuses a token that ends with %s',
    async end => {
      const { status, reached } = await ask([`GET /livekit/rtc?access_token=YQ.YQ.YQ${end} HTTP/1.1`, ...upgrade])
      expect(status).toBe(403)
      expect(reached).toBeUndefined()
      expect(checked).toEqual([])
    },
  )

  it('refuses two tokens, one in the address and one in the header', async () => {
    const { status, reached } = await ask([
      'GET /livekit/rtc?access_token=YQ.YQ.YQ HTTP/1.1',
      'Authorization: Bearer YQ.YQ.Yg',
      ...upgrade,
    ])
    expect(status).toBe(403)
    expect(reached).toBeUndefined()
  })
})
