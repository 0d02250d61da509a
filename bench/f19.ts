import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { calls } from '#app/contract/calls.ts'
import { createClient } from '#contract/client.ts'
import type { TrackSource } from '#features/room/media/rules.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { codingOf } from '#features/room/recording/server/codingOf.ts'
import { headKey, lineFolder, segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf } from '#features/room/recording/server/queries.ts'
import { recording, recordingHead, recordingSegment } from '#features/room/recording/server/tables.ts'
import { openDatabase } from '#server/db/database.ts'
import { type ConsoleProcess, startConsoleProcess } from '#testing/consoleProcess.ts'
import { median } from './console.ts'
import { countLoaded, seenIn } from './joining.ts'
import type { Figure } from './run.ts'

const RUNS = 7
/** Seconds of the recording, of a segment, and of the clip that it repeats. */
const SECONDS = 600
const SEGMENT = 4
const CLIP = 60
/** Places that are sought, as parts of the recording: each is far from what is buffered by then. */
const PLACES = [0.35, 0.8, 0.55, 0.15]
/** Milliseconds that the page may take longer than the bare one, kilobytes of JavaScript, and milliseconds of a seek. */
const MOST = { longer: 200, script: 160, seek: 300 }
const LINE = '.replay-line .mantine-Slider-trackContainer'
const library = gzipSync(readFileSync(join(import.meta.dirname, '../node_modules/hls.js/dist/hls.light.min.js')))

/** What is measured of one visit: milliseconds from the navigation, bytes of JavaScript until then, seeks. */
interface Visit {
  readonly slide: number | undefined
  readonly frame: number
  readonly script: number
  readonly seeks: readonly number[]
}

/** A page that is measured, and how it is told to go to a part of the recording. */
interface Looked {
  readonly address: string
  /** The place that is pressed, or none for a page that has no controls. */
  readonly line?: string
}

/**
 * F19: opening the replay of a pitch, and going to another place of it, beside a bare page with nothing but hls.js and
 * the same picture and sound. The recording is made up; the console, its session and its slides are real.
 */
export async function run(): Promise<Figure[]> {
  const console = await startConsoleProcess({ mode: 'demo', env: { LOG_LEVEL: 'warn' } })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic'],
  })
  const { uuid, signIn, lists } = await recordedPitch(console)
  const bare = await serveBare(join(console.dataDir, 'storage'), lists)
  try {
    const mine: Visit[] = []
    const bares: Visit[] = []
    // the first round only warms up the server and the machine
    for (let n = 0; n <= RUNS; n++) {
      const address = `${console.url}/live/${uuid}/replay`
      const one = await visit(browser, { address, line: LINE }, signIn)
      const other = await visit(browser, { address: bare.url })
      if (n === 0) continue
      mine.push(one)
      bares.push(other)
    }
    return figuresOf(mine, bares)
  } finally {
    await browser.close()
    bare.stop()
    await console.stop()
  }
}

function figuresOf(mine: readonly Visit[], bares: readonly Visit[]): Figure[] {
  const [frame, bareFrame] = [median(mine.map(one => one.frame)), median(bares.map(one => one.frame))]
  const slide = median(mine.map(one => one.slide ?? 0))
  const script = Math.max(...mine.map(one => one.script)) / 1000
  const [seek, bareSeek] = [median(mine.flatMap(one => one.seeks)), median(bares.flatMap(one => one.seeks))]
  return [
    {
      ...{ id: 'F19a', work: 'replay opened to the first picture of the recording; a bare hls.js page' },
      ...{ ours: frame, yardstick: bareFrame, unit: 'ms', ratio: frame / bareFrame },
      ...{ reach: `at most its time + ${MOST.longer} ms, and 1000 ms` },
      met: frame <= Math.min(bareFrame + MOST.longer, 1000),
    },
    {
      ...{ id: 'F19b', work: 'replay opened to its slide; the bare page’s first picture' },
      ...{ ours: slide, yardstick: bareFrame, unit: 'ms', ratio: slide / bareFrame },
      ...{ reach: `at most its time + ${MOST.longer} ms`, met: slide <= bareFrame + MOST.longer },
    },
    {
      ...{ id: 'F19c', work: 'JavaScript before the first picture of the recording, gzip; hls.js alone' },
      ...{ ours: script, yardstick: library.length / 1000, unit: 'kB', ratio: (script * 1000) / library.length },
      ...{ reach: `at most ${MOST.script} kB`, met: script <= MOST.script },
    },
    {
      ...{ id: 'F19d', work: 'a press on another place to the picture of it; the bare page' },
      ...{ ours: seek, yardstick: bareSeek, unit: 'ms', ratio: seek / bareSeek },
      ...{ reach: `at most ${MOST.seek} ms`, met: seek <= MOST.seek },
    },
  ]
}

/** Records in the page itself when the slide and the first picture of a video are shown. */
function watch() {
  const seen: Record<string, number> = {}
  Object.assign(globalThis, { seen })
  performance.setResourceTimingBufferSize(2000)
  const watched = new Set<HTMLVideoElement>()
  const look = () => {
    const picture = document.querySelector<HTMLImageElement>('.replay-slide img')
    if (!seen['slide'] && picture?.complete && picture.naturalWidth > 0) seen['slide'] = performance.now()
    for (const video of document.querySelectorAll('video')) {
      if (watched.has(video)) continue
      watched.add(video)
      video.requestVideoFrameCallback(() => {
        seen['frame'] ??= performance.now()
      })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function visit(
  browser: Browser,
  { address, line }: Looked,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await prepare?.(context)
  const page = await context.newPage()
  const until = countLoaded(page)
  await page.addInitScript(watch)
  await page.goto(address)
  const frame = await seenIn(page, 'frame')
  const slide = line ? await seenIn(page, 'slide') : undefined
  const { script } = await until(frame)
  if (line) await page.locator(line).waitFor()
  await page.waitForLoadState('networkidle')
  const seeks: number[] = []
  for (const place of PLACES) seeks.push(await seekTo(page, line, place))
  await context.close()
  return { slide, frame, script, seeks }
}

/** Milliseconds from a press, or from setting the time, until the picture of that place is shown. */
async function seekTo(page: Page, line: string | undefined, place: number): Promise<number> {
  await page.evaluate(
    ({ aim, pressed }) => {
      const { seen } = globalThis as unknown as { seen: Record<string, number> }
      delete seen['sought']
      const video = [...document.querySelectorAll('video')].find(({ videoWidth }) => videoWidth > 0)
      let began = 0
      const show = (_: number, { mediaTime }: { mediaTime: number }) => {
        if (Math.abs(mediaTime - aim) > 8) video?.requestVideoFrameCallback(show)
        else seen['sought'] = performance.now() - began
      }
      video?.requestVideoFrameCallback(show)
      const begin = () => {
        began = performance.now()
      }
      if (pressed) return addEventListener('pointerdown', begin, { capture: true, once: true })
      begin()
      for (const one of document.querySelectorAll('video')) one.currentTime = aim
    },
    { aim: place * SECONDS, pressed: line !== undefined },
  )
  if (line) {
    const { x, y, width, height } = (await page.locator(line).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.click(x + width * place, y + height / 2)
  }
  const took = await seenIn(page, 'sought')
  await page.waitForLoadState('networkidle')
  await sleep(300)
  return took
}

/** A pitch of the demo that is over, with ten recorded minutes of its presenter and ten slides. */
async function recordedPitch({ url, dataDir, demo }: ConsoleProcess) {
  const { people, pitch, password } = await demo()
  const { presenter } = people
  const oauth = `${url}/restapi/v1.4/oauth/token/pbx/`
  const form = { grant_type: 'password', username: presenter.username, password }
  const signedIn = await fetch(oauth, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const client = createClient(calls, async ({ path, form: body }) => {
    const how = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    return (await fetch(url + path, { method: 'POST', headers: how, body })).json()
  })
  const database = openDatabase(
    `postgres://rostrum@localhost/rostrum?host=${encodeURIComponent(`${dataDir}/postgres`)}`,
  )
  const { db } = database
  const { uuid } = pitch
  await db.execute(sql`update pitch set recording = 'start' where uuid = ${uuid}`)
  await client.answerRecording({ pitch_uuid: uuid, agrees: true, words: CONSENT_WORDS })
  await client.startPitch({ uuid })
  for (let page = 2; page <= 10; page++)
    await client.sgUpdatePitchPages({ pitch_uuid: uuid, page, action: 'right', index: 0 })
  await client.endPitch({ uuid })
  const isReady = async () => (await db.select().from(recording).where(eq(recording.pitchId, pitch.id)))[0]?.readyAt
  while (!(await isReady())) await sleep(100)
  const [made] = await db
    .update(recording)
    .set({ startedAt: sql`${recording.endedAt} - make_interval(secs => ${SECONDS})` })
    .where(eq(recording.pitchId, pitch.id))
    .returning()
  if (!made) throw new Error('the pitch was not recorded')
  await db.execute(sql`
    update room_event set at = started_at + make_interval(secs => ${SECONDS / 10} * greatest(0, (payload->>'page')::int - 1))
    from recording where recording.id = ${made.id} and room_event.pitch_id = ${pitch.id} and type = 'pageChanged'`)
  await db.execute(sql`
    update room_event set at = started_at from recording
    where recording.id = ${made.id} and room_event.pitch_id = ${pitch.id} and type not in ('pageChanged', 'pitchEnded')`)
  const storage = join(dataDir, 'storage')
  for (const source of ['camera', 'microphone'] as const) await fill(db, storage, made.id, presenter.id, source)
  await database.pool.end()
  const { stretches } = await client.getReplay({ uuid })
  const lists = await Promise.all(
    stretches.map(async ({ src }) => ({ src, text: await (await fetch(url + src, { headers })).text() })),
  )
  const signIn = async (context: BrowserContext) => void (await context.request.post(oauth, { form }))
  return { uuid, lists, signIn }
}

/** What is coded for a line: a moving picture like a camera's, or a tone. */
const coded: Partial<Record<TrackSource, readonly string[]>> = {
  camera: [
    ...['-f', 'lavfi', '-t', String(CLIP), '-i', 'testsrc2=size=1280x720:rate=25'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '1500k', '-maxrate', '1500k', '-bufsize', '3000k', '-g', String(SEGMENT * 25), '-sc_threshold', '0'],
  ],
  microphone: [
    ...['-f', 'lavfi', '-t', String(CLIP), '-i', 'sine=frequency=300:sample_rate=48000'],
    ...['-c:a', 'libopus', '-b:a', '32k'],
  ],
}

/** Stores a line of the recording, as the recorder would have. */
async function fill(
  db: ReturnType<typeof openDatabase>['db'],
  storage: string,
  id: string,
  person: string,
  source: 'camera' | 'microphone',
): Promise<void> {
  const { id: line } = await lineOf(db, id, person, source)
  const folder = join(storage, lineFolder(id, line))
  mkdirSync(folder, { recursive: true })
  const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })
  ffmpeg(...(coded[source] ?? []), 'clip.mp4')
  ffmpeg(
    ...['-stream_loop', String(SECONDS / CLIP - 1), '-i', 'clip.mp4', '-c', 'copy', '-f', 'hls'],
    ...['-hls_time', String(SEGMENT), '-hls_list_size', '0', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ...['-hls_fmp4_init_filename', 'head.mp4', '-hls_segment_filename', 's%d.m4s', 'list.m3u8'],
  )
  renameSync(join(folder, 'head.mp4'), join(storage, headKey(id, line, 0)))
  const codecs = codingOf(readFileSync(join(storage, headKey(id, line, 0))))
  await db.insert(recordingHead).values({ lineId: line, number: 0, codecs })
  let startsAt = 0
  const list = readFileSync(join(folder, 'list.m3u8'), 'utf8')
  const rows = [...list.matchAll(/^#EXTINF:([\d.]+),/gm)].map(([, text], number) => {
    const seconds = Number(text)
    startsAt += seconds
    const bytes = readFileSync(join(storage, segmentKey(id, line, number))).length
    return { lineId: line, number, head: 0, startsAt: startsAt - seconds, seconds, bytes }
  })
  await db.insert(recordingSegment).values(rows)
}

/** A page with nothing but hls.js, on a server of its own, with the playlists of the replay and their files. */
async function serveBare(storage: string, lists: readonly { src: string; text: string }[]) {
  const page = `<!doctype html><body><script src="/hls.js"></script><script>
    for (const src of ${JSON.stringify(lists.map(({ src }) => src))}) {
      const video = document.body.appendChild(document.createElement('video'))
      const hls = new Hls()
      hls.loadSource(src)
      hls.attachMedia(video)
    }
  </script>`
  const server = createServer((request, answer) => {
    const { url = '/' } = request
    const list = lists.find(({ src }) => src === url)
    if (list) answer.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(list.text)
    else if (url === '/hls.js')
      answer.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(library)
    else if (url.startsWith('/recordings/') && !url.includes('..'))
      answer.writeHead(200, { 'content-type': 'video/mp4' }).end(readFileSync(join(storage, url)))
    else answer.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, stop: () => server.close() }
}
