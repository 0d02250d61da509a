import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '#testing/startRooms.ts'
import type { Media } from './livekit.ts'
import { answerSignalling, passSignalling } from './signalling.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function listening(http: Server): Promise<number> {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  stops.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return (http.address() as AddressInfo).port
}

/** What stands where LiveKit does, and says nothing for a while. */
async function silentLiveKit(patience: number) {
  const seen = { asked: 0, open: 0 }
  const note = (socket: Duplex) => {
    seen.asked++
    seen.open++
    socket.on('close', () => seen.open--).on('error', () => {})
  }
  const http = createServer({}, async (incoming, answer) => {
    note(incoming.socket)
    await sleep(patience)
    answer.end(Buffer.alloc(1_000_000))
  })
  http.on('upgrade', async (_: IncomingMessage, socket: Duplex) => {
    note(socket)
    socket.on('end', () => socket.destroy()).resume()
    stops.push(() => socket.destroy())
    await sleep(patience)
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  const media = {
    httpUrl: `http://127.0.0.1:${await listening(http)}`,
    status: () => 'ok',
    ready: async () => true,
  } as Media
  return { seen, media }
}

function knock(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const lines = [
    'GET /livekit/rtc?access_token=YQ.YQ.YQ HTTP/1.1',
    'Host: a',
    'Connection: Upgrade',
    'Upgrade: websocket',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

describe('a browser that disconnects before the response', () => {
  it.each(['destroy', 'resetAndDestroy'] as const)('is not connected to LiveKit once it may join: %s', async end => {
    const { seen, media } = await silentLiveKit(100)
    const http = createServer()
    const may = Promise.withResolvers<boolean>()
    let asked = false
    const mayJoin = () => {
      asked = true
      return may.promise
    }
    passSignalling(http, media, { mayJoin })
    const socket = knock(await listening(http))
    await until(() => asked)
    socket[end]()
    await sleep(100)
    may.resolve(true)
    await sleep(400)
    expect(seen).toEqual({ asked: 0, open: 0 })
  })

  it.each(['destroy', 'resetAndDestroy'] as const)('leaves nothing open at LiveKit: %s', async end => {
    const { seen, media } = await silentLiveKit(300)
    const http = createServer()
    passSignalling(http, media)
    const socket = knock(await listening(http))
    await until(() => seen.asked === 1)
    socket[end]()
    await sleep(600)
    expect(seen).toEqual({ asked: 1, open: 0 })
  })

  it('leaves no connection open at LiveKit after asking why it was refused', async () => {
    const { seen, media } = await silentLiveKit(300)
    const port = await listening(createServer((incoming, answer) => void answerSignalling(incoming, answer, media)))
    const asking = request({ port, path: '/livekit/rtc/validate?access_token=YQ.YQ.YQ' }).on('error', () => {})
    asking.end()
    await until(() => seen.asked === 1)
    asking.destroy()
    await sleep(600)
    expect(seen).toEqual({ asked: 1, open: 0 })
  })
})
