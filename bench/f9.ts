import { randomBytes } from 'node:crypto'
import { link, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { calls } from '#app/contract/calls.ts'
import { createClient } from '#contract/client.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { headKey, lineFolder, segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf, storePiece } from '#features/room/recording/server/queries.ts'
import { recording, recordingSegment } from '#features/room/recording/server/tables.ts'
import { type ConsoleProcess, startConsoleProcess } from '#testing/consoleProcess.ts'
import { type Person, seedPeople } from '#testing/people.ts'
import { seedPitch } from '#testing/startRooms.ts'
import { median } from './console.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import type { Figure } from './run.ts'

const RUNS = 5
/** Seconds of a segment, and bytes of one of a camera at a low rate. */
const SEGMENT = 4
const BYTES = 20_000
const durations = [
  ['a', 60, '1 minute'],
  ['b', 3600, '1 hour'],
  ['c', 8 * 3600, '8 hours'],
] as const
/** Seconds of the target. */
const REACH = 10

/**
 * F9: from the end of a recorded pitch until its replay is whole, with its last segment served. The segments are made up,
 * since what they hold matters to nobody here; the recorder, the console and its LiveKit are real.
 */
export async function run(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  const { presenter } = await seedPeople(database.db)
  const running = await startConsoleProcess({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'warn' } })
  try {
    const figures: Figure[] = []
    for (const [letter, seconds, name] of durations) {
      const took: number[] = []
      for (let i = 0; i < RUNS; i++) took.push(await readyAfter(running, database, presenter, seconds))
      const ours = median(took)
      figures.push({
        ...{ id: `F9${letter}`, work: `a pitch that was recorded for ${name} is ended: until its replay is whole` },
        ...{ ours, yardstick: null, unit: 's', ratio: null, reach: `at most ${REACH} s`, met: ours <= REACH },
      })
    }
    return figures
  } finally {
    await running.stop()
    await database.stop()
  }
}

/** Seconds from the end of a pitch until its replay is whole. */
async function readyAfter(
  { url, dataDir }: ConsoleProcess,
  { db }: BenchDatabase,
  presenter: Person,
  seconds: number,
): Promise<number> {
  const headers = { authorization: `Bearer ${presenter.token}` }
  const client = createClient(calls, async ({ method, path, form }) => {
    const isGet = method === 'GET'
    const answer = await fetch(`${url}${isGet && form ? `${path}?${form}` : path}`, {
      method,
      headers: isGet ? headers : { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      ...(isGet ? {} : { body: form ?? '' }),
    })
    return answer.json()
  })
  const made = await seedPitch({ db, people: { presenter } as never }, { recording: 'start' })
  const { uuid } = made
  await client.answerRecording({ pitch_uuid: uuid, agrees: true, words: CONSENT_WORDS })
  await client.startPitch({ uuid })
  const began = sql`now() - make_interval(secs => ${seconds})`
  const ofPitch = eq(recording.pitchId, made.id)
  const [row] = await db.update(recording).set({ startedAt: began }).where(ofPitch).returning()
  if (!row) throw new Error('the pitch is not recorded')
  for (const source of ['camera', 'microphone'] as const) {
    const { id: line } = await lineOf(db, row.id, presenter.id, source)
    await fill(db, join(dataDir, 'storage'), { id: row.id, line, count: seconds / SEGMENT })
  }
  // the recorder has entered the room
  await sleep(3000)
  const ended = performance.now()
  await client.endPitch({ uuid })
  for (;;) {
    const { state, stretches } = await client.getReplay({ uuid })
    if (state === 'pending') {
      if (stretches.length !== 2) throw new Error(`${stretches.length} stretches`)
      for (const { src } of stretches) await readLast(url + src, headers)
      return (performance.now() - ended) / 1000
    }
    await sleep(50)
  }
}

/** The segments of a line: rows, and names of one file. */
async function fill(
  db: BenchDatabase['db'],
  storage: string,
  { id, line, count }: { id: string; line: string; count: number },
): Promise<void> {
  await mkdir(join(storage, lineFolder(id, line)), { recursive: true })
  const bytes = randomBytes(BYTES)
  await writeFile(join(storage, headKey(id, line, 0)), bytes)
  await storePiece(db, { type: 'head', line, number: 0, codecs: 'avc1.42e01f', bytes })
  const rows = Array.from({ length: count }, (_, number) => ({
    ...{ lineId: line, number, head: 0, startsAt: number * SEGMENT, seconds: SEGMENT, bytes: BYTES },
  }))
  for (let at = 0; at < rows.length; at += 2000) await db.insert(recordingSegment).values(rows.slice(at, at + 2000))
  const first = join(storage, segmentKey(id, line, 0))
  await writeFile(first, bytes)
  for (let number = 1; number < count; number++) await link(first, join(storage, segmentKey(id, line, number)))
}

/** Fetches the playlist of a stretch and its last segment. */
async function readLast(src: string, headers: Record<string, string>): Promise<void> {
  const playlist = await (await fetch(src, { headers })).text()
  const last = playlist.split('\n').findLast(text => text.endsWith('.m4s'))
  const answer = await fetch(src.replace(/[^/]+$/, last ?? ''), { headers })
  if (answer.status !== 200 || (await answer.arrayBuffer()).byteLength !== BYTES) throw new Error('no last segment')
}
