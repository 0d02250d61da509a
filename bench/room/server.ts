import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { serverModel } from '#app/server/rooms.ts'
import { readSettings } from '#app/server/settings.ts'
import { appendEvent } from '#features/room/room/server/append.ts'
import { openSockets } from '#features/room/room/server/sockets/sockets.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import type { Media } from '#server/media/livekit.ts'
import { openStorage } from '#server/storage/storage.ts'
import { clock, computedSoFar, obey, type ServerOrders, settledMemory } from './orders.ts'

// The console's own room sockets, so that the product's code is measured.
const settings = readSettings({
  DATA_DIR: process.env['BENCH_DATA'] ?? '',
  REDIS_URL: process.env['REDIS_URL'],
  LOG_LEVEL: 'warn',
  PORT: '0',
})
const { pool, db } = openDatabase(process.env['BENCH_DATABASE'] ?? '')
const media: Media = {
  url: '',
  httpUrl: '',
  apiKey: '',
  apiSecret: '',
  status: () => 'off: not measured',
  ready: async () => false,
}
const parts = {
  settings,
  log: pino({ level: 'warn' }),
  pool,
  db,
  storage: await openStorage(settings),
  media,
  hearers: [],
  uploadKinds: [],
  roomModel: serverModel,
}
const sockets = openSockets(parts)
const frame: Frame = { ...parts, rooms: sockets }
const http = createServer()
sockets.attach(http)
http.listen(0, '127.0.0.1')
await once(http, 'listening')

obey<ServerOrders>({
  port: async () => (http.address() as AddressInfo).port,
  /** Stores a page change and announces it; the time is taken at the announcement. */
  turn: async ({ pitchId, page }) => {
    const payload = { page, action: 'right', index: 0, sender: 'bench' } as const
    const event = await db.transaction(tx => appendEvent({ db: tx, frame }, pitchId, 'pageChanged', payload, undefined))
    const at = clock()
    sockets.publish(pitchId, [event])
    return { at }
  },
  memory: settledMemory,
  computed: computedSoFar,
})
