import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { calls } from '#app/contract/calls.ts'
import { createClient } from '#contract/client.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import { startConsoleProcess } from '../consoleProcess.ts'
import { signIn } from '../faults/people.ts'
import { recordersOf } from '../faults/recording.ts'
import { livekitAddress } from '../livekitAddress.ts'
import { type Marks, marksIn, offsets } from './marks.ts'
import { MARK_EVERY, openPublisher } from './publisher.ts'

/** What a long recording was like. Times in milliseconds, memory in megabytes. */
export interface RecordedSoak {
  /** Marks that were recorded, of all that were sent. */
  readonly share: number
  /** By how much the sound of a mark is after its picture, and its picture after the slide that was turned with it. */
  readonly sound: Spread
  readonly slides: Spread
  /** The recorder's memory: near the beginning, at the end, and what it grows by in an hour. */
  readonly memory: { readonly begin: number; readonly end: number; readonly hourly: number }
}
interface Spread {
  readonly median: number
  /** Ninety-nine of a hundred are at most this much off. */
  readonly most: number
}

/** Seconds between two slides. */
const TURN_EVERY = 20
/** Milliseconds by which what is recorded may be off, megabytes by which the recorder may grow in an hour. */
const MOST = { sound: 80, slides: 200, hourly: 8 }
/** Megabytes that say nothing: the runtime frees its memory when it likes. */
const NOISE = 12

export const isSteady = ({ share, sound, slides, memory: { begin, end, hourly } }: RecordedSoak): boolean =>
  share > 0.98 &&
  sound.most <= MOST.sound &&
  slides.most <= MOST.slides &&
  (hourly <= MOST.hourly || end - begin <= NOISE)

/** Records a pitch for so many minutes, whose presenter sends marks and turns slides. */
export async function soakRecording(minutes: number, say: (line: string) => void = () => {}): Promise<RecordedSoak> {
  const started = new AsyncDisposableStack()
  try {
    const pitch = await openPitch(started)
    const memory: number[] = []
    const began = Date.now()
    for (let page = 2; Date.now() < began + minutes * 60_000; page = (page % 10) + 1) {
      await sleep(TURN_EVERY * 1000)
      await pitch.turn(page)
      memory.push(pitch.memory())
      say(`${((Date.now() - began) / 60_000).toFixed(1)} min: ${memory.at(-1)?.toFixed(1)} MB`)
    }
    const seconds = (Date.now() - began) / 1000
    const { marks, turned } = await pitch.end()
    return judge(memory, marks, turned, seconds)
  } finally {
    await started.disposeAsync()
  }
}

function judge(memory: readonly number[], marks: Marks, turned: readonly number[], seconds: number): RecordedSoak {
  const sound = offsets(marks.flashes, marks.tones)
  const slides = offsets(turned, marks.turns)
  // what is loaded and compiled once is no growth
  const part = Math.max(1, Math.floor(memory.length / 5))
  const [begin, end] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))]
  const hours = (seconds / 3600) * (Math.max(1, memory.length - 2.5 * part) / memory.length)
  const sent = seconds / MARK_EVERY
  return {
    share: Math.min(1, sound.length / sent, slides.length / turned.length),
    ...{ sound: spreadOf(sound), slides: spreadOf(slides) },
    memory: { begin, end, hourly: (end - begin) / hours },
  }
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => sorted(values)[values.length >> 1] ?? Number.NaN
const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  most: sorted(values.map(Math.abs))[Math.floor((values.length - 1) * 0.99)] ?? Number.POSITIVE_INFINITY,
})

/** A pitch of a separate console that is recorded, with a presenter who sends marks. */
async function openPitch(started: AsyncDisposableStack) {
  const console = await startConsoleProcess({ mode: 'demo', env: { LOG_LEVEL: 'warn' } })
  started.defer(console.stop)
  const { pitch, people, password } = await console.demo()
  const host = encodeURIComponent(join(console.dataDir, 'postgres'))
  const database = new pg.Pool({ connectionString: `postgres://rostrum@localhost/rostrum?host=${host}`, max: 2 })
  database.on('error', () => {})
  started.defer(() => database.end())
  const query = async <T>(text: string) => (await database.query(text)).rows as T[]
  await query(`update pitch set recording = 'start' where uuid = '${pitch.uuid}'`)
  const token = await signIn(console.url, people.presenter.username, password)
  const presenter = createClient(calls, async ({ path, form }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    return (await fetch(console.url + path, { method: 'POST', headers, body: form })).json()
  })
  const pitch_uuid = pitch.uuid
  await presenter.answerRecording({ pitch_uuid, agrees: true, words: CONSENT_WORDS })
  await presenter.startPitch({ uuid: pitch_uuid })
  const publisher = await openPublisher()
  started.defer(publisher.stop)
  const { token: key } = await presenter.getAgoraToken({ pitch_uuid })
  await publisher.begin(livekitAddress(console.dataDir), key)
  return {
    turn: (page: number) =>
      Promise.all([publisher.turn(), presenter.sgUpdatePitchPages({ pitch_uuid, page, action: 'right', index: 0 })]),
    /** Of the recording process, in megabytes. */
    memory: () => {
      const [recorder = 0] = recordersOf(console.pid())
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${recorder}/status`, 'utf8'))?.[1]) / 1000
    },
    end: async () => {
      await presenter.endPitch({ uuid: pitch_uuid })
      while (!(await query<{ ready: boolean }>(READY))[0]?.ready) await sleep(500)
      await publisher.stop()
      const files = ['camera', 'microphone'].map(async source => {
        const file = join(console.dataDir, `${source}.mp4`)
        const bytes = bytesOf(join(console.dataDir, 'storage'), await query<Segment>(segmentsOf(source)))
        await pipeline(Readable.from(bytes), createWriteStream(file))
        return file
      })
      const [picture = '', sound = ''] = await Promise.all(files)
      const turned = (await query<{ at: number }>(TURNED)).map(({ at }) => at)
      return { marks: await marksIn(picture, sound), turned }
    },
  }
}

interface Segment {
  readonly id: string
  readonly line: string
  readonly number: number
  readonly head: number
}
const READY = 'select ready_at is not null as ready from recording'
const TURNED = `select extract(epoch from e.at - r.started_at)::float8 as at from room_event e
  join recording r on r.pitch_id = e.pitch_id where e.type = 'pageChanged' order by e.seq`
const segmentsOf = (source: string) => `select l.recording_id as id, l.id as line, s.number, s.head
  from recording_segment s join recording_line l on l.id = s.line_id where l.source = '${source}' order by s.starts_at`

/** A line as one file. */
function* bytesOf(storage: string, segments: readonly Segment[]) {
  let head: number | undefined
  for (const { id, line, number, head: next } of segments) {
    if (next !== head) yield readFileSync(join(storage, headKey(id, line, next)))
    head = next
    yield readFileSync(join(storage, segmentKey(id, line, number)))
  }
}
