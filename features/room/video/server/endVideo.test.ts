import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { senderOf } from '#features/room/media/server/identities.ts'
import { pitchOfVideoRoom, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { seedPitch, until } from '#testing/startRooms.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { videoEnder } from './endVideo.ts'

let stack: Stack
let server: Server
/** A fake LiveKit, which lists its rooms and removes participants. */
let media: Stack['frame']['media']
let pitches: number[] = []
/** The participants that it fails to remove. */
let refuses: (room: string, identity: string) => boolean = () => false
let isOff = false
let asked: { room: string; identity: string }[] = []
let gone: { room: string; identity: string }[] = []

beforeAll(async () => {
  stack = await startStack()
  server = createServer(async (request, answer) => {
    const body: Buffer[] = []
    for await (const part of request) body.push(part as Buffer)
    const said = JSON.parse(String(Buffer.concat(body))) as { room: string; identity?: string }
    const { room } = said
    const identity = senderOf(media, pitchOfVideoRoom(media, room ?? '') ?? 0, said.identity ?? '')
    const isList = request.url?.endsWith('/ListRooms')
    if (!isList) asked.push({ room, identity })
    const isRefused = !isList && refuses(room, identity)
    if (!isList && !isRefused) gone.push({ room, identity })
    answer.writeHead(isRefused ? 500 : 200, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(isList ? { rooms: pitches.map(id => ({ name: videoRoomOf(media, id) })) } : {}))
  }).listen(0, '127.0.0.1')
  await until(() => server.listening)
  const httpUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { apiKey: 'key', apiSecret: 'x'.repeat(43) }
  media = {
    url: '',
    httpUrl,
    ...keys,
    status: () => (isOff ? 'off: it does not answer' : 'ok'),
    ready: async () => !isOff,
  }
  pitches = [(await seedPitch(stack)).id, (await seedPitch(stack)).id]
})
afterEach(() => {
  refuses = () => false
  isOff = false
  asked = []
  gone = []
})
afterAll(async () => {
  server.close()
  await stack.stop()
})

const ender = () => videoEnder({ db: stack.db, media, settings: stack.frame.settings }, () => {})
const people = () => Array.from({ length: 3 }, () => randomUUID())

it('removes the others when LiveKit fails to remove one person', async () => {
  const { end, stop } = ender()
  const all = people()
  const [, failing] = all
  const first = videoRoomOf(media, pitches[0] ?? 0)
  refuses = (room, identity) => room === first && identity === failing
  for (const accountId of all) end({ accountId })
  // at once: the other room, and the people before the failing one
  await until(() => gone.length === 4, 1000)
  await until(() => gone.some(one => one.room === first && one.identity === all[2]), 3000)
  refuses = () => false
  await until(() => gone.some(one => one.room === first && one.identity === failing), 3000)
  stop()
  const rooms = pitches.map(id => videoRoomOf(media, id))
  expect(new Set(gone.map(one => `${one.room} ${one.identity}`))).toEqual(
    new Set(rooms.flatMap(room => all.map(identity => `${room} ${identity}`))),
  )
})

it('retries until LiveKit answers, and not after that', async () => {
  const { end, stop } = ender()
  const [accountId = ''] = people()
  const [pitchId = 0] = pitches
  isOff = true
  end({ accountId, pitchId })
  // what the test before still had under way is of others
  const of = (said: typeof asked) => said.filter(one => one.identity === accountId)
  await new Promise(resolve => setTimeout(resolve, 2100))
  expect(of(asked)).toEqual([])
  isOff = false
  await until(() => of(gone).length === 1, 3000)
  expect(of(gone)).toEqual([{ room: videoRoomOf(media, pitchId), identity: accountId }])
  await new Promise(resolve => setTimeout(resolve, 2100))
  expect(of(asked)).toHaveLength(1)
  stop()
})
