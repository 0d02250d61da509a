import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { prepare, type RoomSocket, send, together } from './frames.ts'

describe('a prepared message', () => {
  let stack: RoomStack
  beforeAll(async () => {
    stack = await startRooms()
  })
  afterAll(() => stack.stop())

  it('arrives whole, whatever its length and letters', async () => {
    const made = await seedPitch(stack)
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    // Around the places where a frame's head grows: 126 and 65,536 bytes.
    const empty = prepare('signal', { type: 'deckProgress', payload: '' }).texts.join().length + 1
    const lengths = [0, 125 - empty, 126 - empty, 127 - empty, 65_535 - empty, 65_536 - empty, 200_000]
    const said = [...lengths.map(length => 'x'.repeat(length)), '界'.repeat(30), '界'.repeat(30_000), '\u0000"\\\u2028']
    for (const text of said) stack.sockets.signal(made.id, 'everybody', 'deckProgress', text)
    const told = () => seen.signals.filter(signal => signal.type === 'deckProgress')
    await until(() => told().length === said.length)
    expect(told().map(signal => signal.payload)).toEqual(said)
  })
})

describe('a connection', () => {
  const connection = (waiting: unknown[], readyState = 1, open = 'open') => {
    const did: string[] = []
    const socket = { readyState, _sender: { sendFrame: () => did.push('written') } }
    const conn = { readyState: open, writeBuffer: waiting, write: () => did.push('queued'), transport: { socket } }
    return { did, socket: { conn } as unknown as RoomSocket }
  }
  const message = prepare('head', { seq: 1 })

  it('gets a message directly when nothing waits, and after what waits otherwise', () => {
    const free = connection([])
    send(free.socket, message)
    expect(free.did).toEqual(['written'])
    const behind = connection(['before'])
    send(behind.socket, message)
    expect(behind.did).toEqual(['queued'])
  })

  it('gets several in one write, or one after the other behind what waits', () => {
    const three = together([message, message, message])
    expect(three.frame[0].length).toBe(3 * message.frame[0].length)
    const free = connection([])
    send(free.socket, three)
    expect(free.did).toEqual(['written'])
    const behind = connection(['before'])
    send(behind.socket, three)
    expect(behind.did).toEqual(['queued', 'queued', 'queued'])
  })

  it('gets nothing any more when it is closing or closed', () => {
    for (const gone of [
      connection([], 2),
      connection([], 3),
      connection([], 1, 'closing'),
      connection(['x'], 1, 'closed'),
    ]) {
      send(gone.socket, message)
      expect(gone.did).toEqual([])
    }
  })
})
