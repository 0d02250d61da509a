import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '#testing/startRooms.ts'
import { type Front, openFront } from './front.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

interface Acts {
  readonly answers?: (request: IncomingMessage, answer: ServerResponse) => unknown
  readonly upgrades?: (request: IncomingMessage, socket: Duplex) => unknown
}

/** A server of which only what is tested matters. `got` are the requests that came, but for looks at its health. */
async function serverThat({ answers = (_, answer) => answer.end(), upgrades }: Acts) {
  const got: IncomingMessage[] = []
  const http = createServer((incoming, answer) => {
    if (incoming.url === '/healthz') return void answer.end()
    got.push(incoming)
    answers(incoming, answer)
  })
  if (upgrades)
    http.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
      got.push(incoming)
      socket.on('error', () => {})
      stops.push(() => socket.destroy())
      upgrades(incoming, socket)
    })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  stops.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return { got, port: (http.address() as AddressInfo).port }
}

async function frontOf(...servers: readonly { port: number }[]): Promise<Front> {
  const ports = servers.map(({ port }) => port)
  const front = await openFront({ port: 0, host: '127.0.0.1', servers: ports, behindProxy: false, say: () => {} })
  stops.push(front.stop)
  return front
}

/** Sends a PATCH in chunks and a GET behind it by one connection; answers the statuses that came within five seconds. */
async function oneConnection({ port }: Front, body: Buffer): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let answers = ''
  socket.on('data', data => {
    answers += data.toString('latin1')
  })
  socket.write('PATCH /uploads/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  socket.write(`${body.length.toString(16)}\r\n`)
  socket.write(body)
  socket.write('\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  for (const end = Date.now() + 5000; statuses().length < 2 && Date.now() < end; ) await sleep(20)
  socket.destroy()
  return statuses()
}

/** A browser that asks for a WebSocket. */
function knock({ port }: Front) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  socket.write('GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  return socket
}
const welcome = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

describe('when one end is gone', () => {
  it('reads on what a refused request still sends: the next one on its connection is answered', async () => {
    const server = await serverThat({
      answers: (incoming, answer) => {
        incoming.resume()
        answer.writeHead(incoming.method === 'PATCH' ? 413 : 200).end()
      },
    })
    const front = await frontOf(server)
    for (let i = 0; i < 5; i++) expect(await oneConnection(front, Buffer.alloc(4_000_000))).toEqual([413, 200])
  }, 30_000)

  it('reads on what a request still sends whose server has died', async () => {
    const server = await serverThat({
      answers: (incoming, answer) => {
        if (incoming.method === 'PATCH') return incoming.once('data', () => incoming.destroy())
        return answer.end()
      },
    })
    expect(await oneConnection(await frontOf(server), Buffer.alloc(4_000_000))).toEqual([502, 200])
  })

  it('passes a request that the browser has given up to no other server, and drops it', async () => {
    let givenUp = 0
    const slow = {
      answers: async (_: IncomingMessage, answer: ServerResponse) => {
        answer.on('close', () => {
          if (!answer.writableEnded) givenUp++
        })
        await sleep(1000)
        answer.end(Buffer.alloc(1_000_000))
      },
    }
    const [one, two] = [await serverThat(slow), await serverThat(slow)]
    const front = await frontOf(one, two)
    const asking = request({ port: front.port, path: '/report' }).on('error', () => {})
    asking.end()
    await until(() => one.got.length + two.got.length === 1)
    asking.destroy()
    await until(() => givenUp === 1)
    await sleep(300)
    expect(one.got.length + two.got.length).toBe(1)
  })

  it('keeps nothing of a socket that went before it was answered', async () => {
    let welcomed = 0
    const server = await serverThat({
      upgrades: async (_, socket) => {
        await sleep(300)
        socket.write(welcome)
        welcomed++
      },
    })
    const front = await frontOf(server)
    const crowd = Array.from({ length: 8 }, () => knock(front))
    await until(() => server.got.length === 8)
    for (const [i, socket] of crowd.entries()) i % 2 ? socket.resetAndDestroy() : socket.destroy()
    await until(() => welcomed === 8)
    await sleep(300)
    expect(await front.connections()).toEqual([0])
  })

  it('lets a server go of a socket that went before it was answered', async () => {
    let ended = 0
    const silent = {
      upgrades: (_: IncomingMessage, socket: Duplex) => {
        socket.on('end', () => ended++).resume()
      },
    }
    const [one, two] = [await serverThat(silent), await serverThat(silent)]
    const front = await frontOf(one, two)
    const got = () => one.got.length + two.got.length
    const [reset, closed] = [knock(front), knock(front)]
    await until(() => got() === 2)
    reset.resetAndDestroy()
    closed.destroy()
    await until(() => ended === 2, 2000)
    await sleep(100)
    expect(got()).toBe(2)
  })

  it('stops while a request waits for an answer', async () => {
    const silent = { upgrades: (_: IncomingMessage, socket: Duplex) => void socket.resume() }
    const [one, two] = [await serverThat(silent), await serverThat(silent)]
    const front = await frontOf(one, two)
    knock(front)
    await until(() => one.got.length + two.got.length === 1)
    const stopped = front.stop().then(() => true)
    expect(await Promise.race([stopped, sleep(2000)])).toBe(true)
  })
})
