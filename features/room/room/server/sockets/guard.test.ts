import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { readClock } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { closed, follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

/** A connection below Socket.IO, which can send anything. */
async function rawSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`${stack.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  socket.on('error', () => {})
  await once(socket, 'open')
  return socket
}

async function rawMember(uuid: string, token: string): Promise<WebSocket> {
  const socket = await rawSocket()
  const heard: string[] = []
  socket.on('message', data => heard.push(String(data)))
  socket.send(`40/room,${JSON.stringify({ pitch: uuid, token })}`)
  await until(() => heard.some(text => text.includes('"snapshot"')))
  return socket
}

const gone = (socket: WebSocket) => until(() => socket.readyState === WebSocket.CLOSED, 3000)

describe('a line that falls silent', () => {
  it('is known to be dead after thirteen seconds, at both ends', async () => {
    const socket = new WebSocket(`${stack.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    const [hello] = await once(socket, 'message')
    const { pingInterval, pingTimeout } = JSON.parse(String(hello).slice(1))
    expect(pingInterval + pingTimeout).toBe(13_000)
    socket.terminate()
  })
})

describe('what a client may send', () => {
  it('is to say whether it watches, and nothing else: forged events and signals end the connection', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const presenter = follow(stack.connect('presenter', made.uuid))
    await until(() => presenter.first)
    const before = await readRoom(stack.frame, made.id)
    const forged = [
      ['event', { seq: 99, type: 'pageChanged', payload: { page: 5 }, at: '' }],
      ['signal', { type: 'captions', payload: { text: 'forged' } }],
      ['snapshot', {}],
      ['pageChanged', { page: 5 }],
      ['messageSent', { msg_type: 1500 }],
      ['watching', { visible: 1 }],
      ['watching', { visible: true, page: 0 }],
      ['watching', { visible: true, page: 1.5 }],
      ['watching', { visible: true, sender: 'me' }],
      ['watching'],
      ['watching', { visible: true }, 'more'],
      ['__proto__', {}],
    ]
    for (const [type, ...said] of forged) {
      const client = stack.connect({ token }, made.uuid)
      const seen = follow(client)
      await until(() => seen.first)
      ;(client.emit as (...all: unknown[]) => void)(type, ...said)
      await closed(client)
    }
    const client = stack.connect({ token }, made.uuid)
    const seen = follow(client)
    await until(() => seen.first)
    client.emit('watching', { visible: true })
    client.emit('watching', { visible: true, page: 3 })
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(client.connected).toBe(true)
    expect(presenter.events).toEqual([])
    expect(presenter.signals.every(signal => signal.type === 'presence')).toBe(true)
    expect(await readRoom(stack.frame, made.id)).toEqual(before)
  })

  it('is little: a flood, a long packet and a larger one than 64 kB end the connection', async () => {
    const made = await seedPitch(stack)
    const { token } = stack.people.presenter
    const moderate = await rawMember(made.uuid, token)
    moderate.send('42/room,["watching",{"visible":true}]')
    const flooding = await rawMember(made.uuid, token)
    for (let i = 0; i < 100; i++) flooding.send('42/room,["watching",{"visible":true}]')
    await gone(flooding)
    const long = await rawMember(made.uuid, token)
    long.send(`42/room,["watching",{"visible":true,"x":"${'x'.repeat(5000)}"}]`)
    await gone(long)
    const huge = await rawMember(made.uuid, token)
    huge.send('x'.repeat(70_000))
    await gone(huge)
    expect(moderate.readyState).toBe(WebSocket.OPEN)
    moderate.terminate()
  })

  it('is not too much because the clock went back', async () => {
    const made = await seedPitch(stack)
    const socket = await rawMember(made.uuid, stack.people.presenter.token)
    const anHourAgo = { execute: async () => ({ rows: [{ now: String(Date.now() - 3_600_000) }] }) }
    await readClock(anHourAgo as unknown as Frame['db'])
    socket.send('42/room,["watching",{"visible":true}]')
    await new Promise(resolve => setTimeout(resolve, 200))
    await readClock(stack.db)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.terminate()
  })

  it('is text: attachments never begin (CVE-2026-69185)', async () => {
    const made = await seedPitch(stack)
    const plain = await rawMember(made.uuid, stack.people.presenter.token)
    plain.send('42/room,["watching",{"visible":true}]')
    for (const said of [
      '451-/room,["watching",{"_placeholder":true,"num":0}]',
      '4599999999-/room,["x"]',
      Buffer.alloc(100),
    ]) {
      const socket = await rawMember(made.uuid, stack.people.presenter.token)
      socket.send(said)
      await gone(socket)
    }
    expect(plain.readyState).toBe(WebSocket.OPEN)
    plain.terminate()
  })

  it('ends a connection that never says who it is', async () => {
    const known = await rawMember((await seedPitch(stack)).uuid, stack.people.presenter.token)
    const socket = await rawSocket()
    socket.send('40/elsewhere,')
    socket.send('40')
    await until(() => socket.readyState !== WebSocket.OPEN, 12_000)
    expect(known.readyState).toBe(WebSocket.OPEN)
    known.terminate()
  }, 15_000)

  it('may be any nonsense: others do not notice, and memory stays as it was', async () => {
    const made = await seedPitch(stack)
    const other = stack.connect('presenter', made.uuid)
    const seen = follow(other)
    await until(() => seen.first)
    const alphabet = fc.constantFrom(...'0123456[]{}",:-/room\\u00watching_placeholdernum\u0000\uffff')
    const frame = fc.oneof(
      fc.string({ unit: alphabet, maxLength: 200 }),
      fc.string({ unit: alphabet, maxLength: 60 }).map(text => `42/room,${text}`),
      fc.json().map(text => `42/room,["watching",${text}]`),
      fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
    )
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 20 }), async frames => {
        const socket = await rawSocket()
        socket.send(`40/room,${JSON.stringify({ pitch: made.uuid, token: stack.people.admin.token })}`)
        for (const some of frames) if (socket.readyState === WebSocket.OPEN) socket.send(some)
        socket.close()
        await gone(socket)
      }),
      { numRuns: 80 },
    )
    await until(() => stack.sockets.connections() === 1)
    globalThis.gc?.()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(30e6)
    expect(other.connected).toBe(true)
    stack.sockets.signal(made.id, 'everybody', 'deckProgress', {})
    await until(() => seen.signals.some(signal => signal.type === 'deckProgress'))
  }, 60_000)
})

describe('a connection that does not read', () => {
  it('is closed before it costs much, and resumes by its number', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const slow = await rawMember(made.uuid, stack.people.presenter.token)
    const tcp = (slow as unknown as { _socket: { pause(): void; resume(): void } })._socket
    tcp.pause()
    const [row] = await stack.db.select().from(pitch)
    expect(row).toBeDefined()
    const bulk = 'x'.repeat(60_000)
    await until(() => {
      for (let i = 0; i < 20; i++) stack.sockets.signal(made.id, 'everybody', 'deckProgress', bulk)
      return stack.sockets.connections() === 0
    }, 10_000)
    tcp.resume()
    const back = follow(stack.connect('presenter', made.uuid, { since: 0 }))
    await until(() => back.first)
    expect(back.first).toMatchObject({ seq: 0, events: [] })
  })
})
