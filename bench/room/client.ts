import { connect, type Socket } from 'node:net'
import type { Protocol } from './orders.ts'

// A minimal client, so that the server is measured and not the client.

const UPGRADE = [
  'Host: 127.0.0.1',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
]

/** A client's text frame, which has to be masked; a mask of zeros changes nothing. */
export function masked(text: string): Buffer {
  const { length } = Buffer.from(text)
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), Buffer.from(text)])
}
const pong = masked('3')
const ping = Buffer.from([0x81, 1, 0x32])

/** A connected client. The buffer passed to `hear` is overwritten by the next message. */
export interface Client {
  readonly socket: Socket
  set hear(heard: (data: Buffer) => void)
}

/** All clients of a process read into the same memory: a stream for each would cost more than the measured work. */
const memory = Buffer.allocUnsafeSlow(1 << 18)

/** Connects, and resolves after the server's first message. `auth` is what opens a room. */
export async function join(port: number, protocol: Protocol, auth = ''): Promise<Client> {
  let closed = () => {}
  let hear = (_data: Buffer) => {}
  const onread = {
    buffer: memory,
    callback: (length: number) => {
      hear(memory.subarray(0, length))
      return true
    },
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
  socket.on('error', () => {})
  socket.on('close', () => closed())
  const until = (word: string) =>
    new Promise<void>((resolve, reject) => {
      closed = () => reject(new Error('the connection was closed'))
      hear = data => {
        if (data.includes('44/room')) reject(new Error(data.toString()))
        if (data.includes(word)) resolve()
      }
    })
  if (protocol === 'nats') {
    socket.write('CONNECT {"verbose":false}\r\nSUB room 1\r\nPING\r\n')
    await until('PONG')
  } else {
    const path = protocol === 'websocket' ? '/' : '/socket.io/?EIO=4&transport=websocket'
    socket.write(`GET ${path} HTTP/1.1\r\n${UPGRADE.join('\r\n')}\r\n\r\n`)
    await until('\r\n\r\n')
  }
  if (protocol === 'room') {
    socket.write(masked(`40/room,${auth}`))
    await until('"snapshot"')
  }
  return {
    socket,
    set hear(heard: (data: Buffer) => void) {
      hear = heard
    },
  }
}

/** Answers the server's ping. */
export function answerPings({ socket }: Client, data: Buffer): void {
  if (data.length < 64 && data.includes('PING\r\n')) socket.write('PONG\r\n')
  else if (data.includes(ping)) socket.write(pong)
}
