import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CrowdOrders, clock, obey } from './orders.ts'

// Many clients that do as little as a client can, so that what is measured is the server.

const UPGRADE = [
  'Host: 127.0.0.1',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
]
/** Clients that connect at the same time. */
const AT_ONCE = 50

/** A text frame of a client, which has to be masked; zeros mask nothing. */
function masked(text: string): Buffer {
  const { length } = Buffer.from(text)
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), Buffer.from(text)])
}
const pong = masked('3')
const ping = Buffer.from([0x81, 1, 0x32])
const page = Buffer.from('"pageChanged"')

const sockets: Socket[] = []
let got: number[] = []
let complete: (() => void) | undefined

async function join(port: number, auth: string | undefined): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.push(socket)
  socket.on('error', () => {})
  const path = auth === undefined ? '/' : '/socket.io/?EIO=4&transport=websocket'
  socket.write(`GET ${path} HTTP/1.1\r\n${UPGRADE.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  if (auth !== undefined) {
    socket.write(masked(`40/room,${auth}`))
    await welcome(socket)
  }
  socket.on('data', (data: Buffer) => {
    if (data.includes(page)) {
      got.push(clock())
      if (got.length === sockets.length) complete?.()
    }
    if (data.includes(ping)) socket.write(pong)
  })
}

function welcome(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard = (data: Buffer) => {
      if (data.includes('44/room')) return reject(new Error(data.toString()))
      if (!data.includes('"snapshot"')) return
      socket.off('data', heard)
      resolve()
    }
    socket.on('data', heard)
  })
}

obey<CrowdOrders>({
  gather: async ({ port, count, auths }) => {
    let next = 0
    const work = async () => {
      for (let i = next++; i < count; i = next++) await join(port, auths?.[i])
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  },
  expect: async () => {
    got = []
  },
  all: async ({ at }) => {
    const late = sleep(30_000, 'late')
    const whole = new Promise<void>(resolve => {
      complete = resolve
      if (got.length === sockets.length) resolve()
    })
    if ((await Promise.race([whole, late])) === 'late')
      throw new Error(`only ${got.length} of ${sockets.length} got it`)
    const times = got.map(time => time - at).sort((a, b) => a - b)
    return times[Math.ceil(times.length * 0.99) - 1] ?? 0
  },
})
