import { setTimeout as sleep } from 'node:timers/promises'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import { openDatabase } from '#server/db/database.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { median } from './console.ts'
import { type Arena, openArena } from './room/arena.ts'
import { type ServerOrders, start, type TalkersOrders } from './room/orders.ts'
import type { Figure } from './run.ts'

const CROWD = 1000
const PER_SECOND = 200
const SECONDS = 4
const RUNS = 5

/**
 * F8: a room of a thousand with two hundred messages a second, stored before they are acknowledged and delivered to
 * all, beside Socket.IO alone, which stores nothing. Both take turns.
 */
export async function run(): Promise<Figure[]> {
  const arena = await openArena(CROWD)
  const env = { DATABASE_URL: arena.databaseUrl, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
  const ours = await startConsoleProcess({ env })
  const alone = start<ServerOrders>('./socketio.ts')
  const here = start<TalkersOrders>('./talkers.ts', {
    BENCH_GROUP: await groupOf(arena),
    BENCH_TOKENS: arena.tokens.join(),
  })
  const there = start<TalkersOrders>('./talkers.ts')
  try {
    await here.gather({ port: ours.port, auths: arena.auths })
    await there.gather({ port: await alone.port(), auths: arena.auths.map(() => '') })
    await sleep(3000) // the last announcements of joins
    const sides = [
      { side: here, tails: [] as number[] },
      { side: there, tails: [] as number[] },
    ] as const
    for (let run = 0; run < RUNS + 1; run++) {
      for (const { side, tails } of sides) {
        const { p99, lost } = await side.talk({ messages: PER_SECOND * SECONDS, perSecond: PER_SECOND })
        if (lost > 0) throw new Error(`${lost} deliveries did not come`)
        if (run > 0) tails.push(p99)
        await sleep(500)
      }
    }
    const stored = await countStored(arena)
    const said = PER_SECOND * SECONDS * (RUNS + 1)
    if (stored !== said) throw new Error(`${stored} of ${said} messages were stored`)
    const [a, b] = [median(sides[0].tails), median(sides[1].tails)]
    return [
      {
        id: 'F8',
        work: `${PER_SECOND} messages a second in a room of ${CROWD.toLocaleString('en')}, stored and delivered: p99; Socket.IO alone`,
        ...{ ours: a, yardstick: b, unit: 'ms', ratio: a / b },
        reach: 'at most 1.5 times',
        met: a <= b * 1.5,
      },
    ]
  } finally {
    await Promise.all([here.stop(), there.stop(), alone.stop(), ours.stop()])
    await arena.stop()
  }
}

async function groupOf({ databaseUrl }: Arena): Promise<string> {
  const { pool, db } = openDatabase(databaseUrl)
  const [row] = await db.select().from(pitch)
  const group = row ? await chatGroupOf(db, row) : ''
  await pool.end()
  return group
}

async function countStored({ databaseUrl }: Arena): Promise<number> {
  const { pool } = openDatabase(databaseUrl)
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from chat_message')
  await pool.end()
  return rows[0]?.n ?? 0
}
