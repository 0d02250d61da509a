import { setTimeout as sleep } from 'node:timers/promises'
import { gather, openArena, type Place } from './room/arena.ts'
import { type ServerOrders, type Started, start } from './room/orders.ts'
import type { Figure } from './run.ts'

const CROWD = 10_000

/** F2: the server's memory growth for each connected, quiet attendee, beside bare WebSockets. */
export async function run(): Promise<Figure[]> {
  const arena = await openArena(CROWD + 100)
  const bare = start<ServerOrders>('./bare.ts')
  const rooms = arena.startRooms()
  try {
    const grown = async (server: Started<ServerOrders>, protocol: Place['protocol']) => {
      const place = { ports: [await server.port()], protocol }
      // Code that is loaded and compiled for the first connections does not count for them.
      const first = await gather({ ...place, auths: arena.auths.slice(CROWD) }, 100)
      await sleep(1000)
      const before = await server.memory()
      const crowd = await gather({ ...place, auths: arena.auths }, CROWD)
      await sleep(6000)
      const after = await server.memory()
      await Promise.all([first.stop(), crowd.stop()])
      // A process reserves memory for future objects, which may already hold these.
      const bytes = Math.max(after.process - before.process, after.objects - before.objects)
      return bytes / CROWD / 1024
    }
    const [ours, yardstick] = [await grown(rooms, 'room'), await grown(bare, 'websocket')]
    return [
      {
        id: 'F2',
        work: `memory for each connected attendee, ${CROWD.toLocaleString('en')} of them`,
        ...{ ours, yardstick, unit: 'KB', ratio: ours / yardstick },
        reach: 'at most 20 KB',
        met: ours <= 20,
      },
    ]
  } finally {
    await bare.stop()
    await arena.stop()
  }
}
