import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { leash } from '#server/process/leash.ts'
import { freePort } from '#server/process/ports.ts'
import { clock, type Turned } from './orders.ts'

/** A nats-server as the yardstick. */
export interface Nats {
  readonly port: number
  /** Sends a page change to all subscribers. */
  turn(what: { page: number }): Promise<Turned>
  stop(): Promise<void>
}

/** Undefined if the machine has no nats-server. */
export async function startNats(): Promise<Nats | undefined> {
  const port = await freePort()
  const server = leash('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], {
    signal: 'TERM',
    graceSeconds: 2,
  })
  let ended = false
  const end = () => {
    ended = true
  }
  server.exited.then(end, end)
  for (;;) {
    await sleep(50)
    if (ended) return undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => {})
    if (!(await Promise.race([once(socket, 'data').catch(() => undefined), sleep(200)]))) continue
    socket.write('CONNECT {"verbose":false}\r\n')
    socket.on('data', data => data.includes('PING') && socket.write('PONG\r\n'))
    return {
      port,
      turn: async ({ page }) => {
        const payload = { msg_type: 150, page, action: 'right', index: 0, sender: 'bench' }
        const event = { seq: page, type: 'pageChanged', payload, at: new Date().toISOString() }
        const text = `42/room,${JSON.stringify(['event', event])}`
        const at = clock()
        socket.write(`PUB room ${Buffer.byteLength(text)}\r\n${text}\r\n`)
        return { at }
      },
      stop: async () => {
        socket.destroy()
        await server.stop()
      },
    }
  }
}
