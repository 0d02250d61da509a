import { openArena, openCrowd } from './room/arena.ts'
import type { Figure } from './run.ts'

const CROWD = 10_000
const SECONDS = 60
/**
 * A quarter of the people in the same time: if the work depended on their number, there would be a quarter of the
 * announcements.
 */
const FEW = CROWD / 4
/** The most announcements a second: joins are batched. */
const MOST_A_SECOND = 4

/** F3: a crowd joins within a minute, evenly. */
export async function run(): Promise<Figure[]> {
  const arena = await openArena(CROWD)
  try {
    const come = async (count: number, seconds: number) => {
      const server = arena.startRooms()
      const crowd = openCrowd()
      const ports = [await server.port()]
      const before = await server.computed()
      const joined = await crowd.gather({
        ...{ ports, protocol: 'room', auths: arena.auths.slice(0, count), count },
        within: seconds * 1000,
      })
      const computed = await server.computed()
      const announcements = await crowd.announcements()
      await crowd.stop()
      await server.stop()
      return { ...joined, announcements, busy: (computed - before) / (seconds * 1000) }
    }
    const few = await come(FEW, SECONDS / 4)
    const all = await come(CROWD, SECONDS)
    const people = CROWD.toLocaleString('en')
    const none = { yardstick: null, ratio: null }
    return [
      {
        id: 'F3a',
        work: `${people} people join a room within ${SECONDS} s: the slowest of them`,
        ...{ ours: all.slowest, unit: 'ms', ...none },
        reach: 'at most 1000 ms',
        met: all.slowest <= 1000,
      },
      {
        id: 'F3b',
        work: `announcements to each of them meanwhile, a second; yardstick: ${FEW.toLocaleString('en')} people at the same pace`,
        ours: all.announcements / SECONDS,
        yardstick: few.announcements / (SECONDS / 4),
        unit: '1/s',
        ratio: all.announcements / SECONDS / (few.announcements / (SECONDS / 4)),
        reach: `at most ${MOST_A_SECOND} a second, and no more than for fewer people`,
        met: all.announcements <= MOST_A_SECOND * SECONDS && all.announcements / 4 <= few.announcements * 1.1,
      },
      {
        id: 'F3c',
        work: 'of one core, what the server computed meanwhile',
        ...{ ours: all.busy * 100, unit: '%', ...none },
        reach: 'less than all of it',
        met: all.busy < 1,
      },
    ]
  } finally {
    await arena.stop()
  }
}
