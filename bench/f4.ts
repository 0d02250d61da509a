import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join as path } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { type ConsoleProcess, startConsoleProcess } from '#testing/consoleProcess.ts'
import { livekitAddress } from '#testing/livekitAddress.ts'
import { median } from './console.ts'
import { type Came, type Joined, join, type Looks, seenIn } from './joining.ts'
import { type Pass, type Served, serveMeet, servePrefabs } from './meet/serve.ts'
import type { Figure } from './run.ts'

const RUNS = 7
const root = new URL('..', import.meta.url).pathname
const library = gzipSync(readFileSync(path(root, 'node_modules/livekit-client/dist/livekit-client.umd.js')))

const lobby: Looks = { join: '.lobby-door button:enabled', slide: '.slide img' }
const meetDoor: Looks = { join: '.lk-join-button:enabled' }
/** Meet remembers a user: one who has given their name and only watches does not start their own camera. */
const meetViewer = {
  'lk-user-choices': JSON.stringify({ username: 'Viewer', videoEnabled: false, audioEnabled: false }),
}

const barePage = ({ url, token }: Pass) => `<!doctype html><body><script src="/livekit.js"></script><script>
  const room = new LivekitClient.Room()
  room.on('trackSubscribed', track => {
    if (track.kind !== 'video') return
    const video = track.attach()
    document.body.append(video)
    video.requestVideoFrameCallback(() => { seen.frame = performance.now() })
  })
  seen.connect = performance.now()
  room.connect(${JSON.stringify(url)}, ${JSON.stringify(token)})
</script>`

interface Bare {
  /** Milliseconds from the navigation to the first frame, and from connecting. */
  readonly all: number
  readonly frame: number
}

/** A page with nothing but livekit-client, on a separate server. */
async function bare(browser: Browser, pass: Pass): Promise<Bare> {
  const server = createServer((request, answer) => {
    if (request.url === '/livekit.js')
      return answer.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(library)
    answer.writeHead(200, { 'content-type': 'text/html' }).end(barePage(pass))
  }).listen(0, '127.0.0.1')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.assign(globalThis, { seen: {} })
  })
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  const all = await seenIn(page, 'frame')
  const connect = await seenIn(page, 'connect')
  await context.close()
  server.close()
  return { all, frame: all - connect }
}

/** A live pitch with its presenter's video, an invitee's link, and LiveKit tokens for the yardsticks. */
async function livePitch(console: ConsoleProcess, browser: Browser) {
  const facts = await console.demo()
  const post = async (call: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(console.url + call, { method: 'POST', body: new URLSearchParams(form), headers })
    return (await answer.json()) as { access_token: string; data: Pass }
  }
  const oauth = '/restapi/v1.4/oauth/token/pbx/'
  const signIn = ({ username }: { username: string }) => ({
    ...{ grant_type: 'password', username, password: facts.password },
  })
  const stage = await browser.newContext({ viewport: { width: 1280, height: 720 }, baseURL: console.url })
  const presenter = await stage.newPage()
  await presenter.request.post(oauth, { form: signIn(facts.people.presenter) })
  await presenter.goto(`/live/${facts.pitch.uuid}`)
  await presenter.getByRole('button', { name: 'Start pitch' }).click()
  await presenter.getByRole('button', { name: 'End pitch' }).waitFor()
  await presenter.locator('.faces video').waitFor()

  const { access_token } = await post(oauth, signIn(facts.people.chineseInvestor))
  // the yardsticks connect to it directly, not through the console
  const url = livekitAddress(console.dataDir)
  const pass = async (): Promise<Pass> => {
    const form = { pitch_uuid: facts.pitch.uuid }
    const { data } = await post('/webapi/rest/app/token/getAgoraToken', form, {
      authorization: `Bearer ${access_token}`,
    })
    return { url, token: data.token }
  }
  return { link: facts.links.investor, pass }
}

/**
 * F4: opening a join link, beside a bare page with nothing but livekit-client, and beside Meet's prefabs, which are the
 * screens of LiveKit Meet without Meet. MEET_DIR names a built LiveKit Meet, which is then measured as well.
 */
export async function run(): Promise<Figure[]> {
  const console = await startConsoleProcess({ mode: 'demo', env: { LOG_LEVEL: 'warn' } })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  })
  const served: Served[] = []
  try {
    const { link, pass } = await livePitch(console, browser)
    const folder = process.env['MEET_DIR']
    served.push(await servePrefabs(pass))
    if (folder) served.push(await serveMeet(folder, pass))
    const mine: Joined[] = []
    const bares: Bare[] = []
    const meets: Joined[][] = served.map(() => [])
    // the first round only warms up the server and the machine
    for (let n = 0; n <= RUNS; n++) {
      const one = await join(browser, link, lobby)
      const other = await bare(browser, await pass())
      const theirs: Joined[] = []
      for (const { url } of served) theirs.push(await join(browser, url, meetDoor, meetViewer))
      if (n === 0) continue
      mine.push(one)
      bares.push(other)
      for (const [at, them] of theirs.entries()) meets[at]?.push(them)
    }
    const [prefabs = [], meet] = meets
    return [
      ...besideBare(mine, bares),
      ...besideMeet('defghi', 'Meet’s prefabs', mine, prefabs),
      ...(meet ? besideMeet('jklmno', 'LiveKit Meet', mine, meet) : []),
    ]
  } finally {
    for (const { stop } of served) await stop()
    await browser.close()
    await console.stop()
  }
}

function besideBare(mine: readonly Joined[], bares: readonly Bare[]): Figure[] {
  const slide = median(mine.map(one => one.slide ?? 0))
  const frame = median(mine.map(one => one.frame))
  const script = Math.max(...mine.map(one => one.untilSlide.script)) / 1000
  const all = median(bares.map(one => one.all))
  const connect = median(bares.map(one => one.frame))
  return [
    {
      id: 'F4a',
      work: 'join link opened to the first slide; bare page opened to its first frame',
      ...{ ours: slide, yardstick: all, unit: 'ms', ratio: slide / all },
      reach: 'no later than the bare page’s first frame',
      met: slide <= all,
    },
    {
      id: 'F4b',
      work: 'Join to the presenter’s first frame; bare page from connecting',
      ...{ ours: frame, yardstick: connect, unit: 'ms', ratio: frame / connect },
      reach: 'at most 336 ms',
      met: frame <= 336,
    },
    {
      id: 'F4c',
      work: 'JavaScript before the first slide, gzip; livekit-client alone',
      ...{ ours: script, yardstick: library.length / 1000, unit: 'kB', ratio: (script * 1000) / library.length },
      reach: 'at most 150 kB',
      met: script <= 150,
    },
  ]
}

/** The same six figures for each Meet, named by six letters. */
function besideMeet(letters: string, name: string, mine: readonly Joined[], theirs: readonly Joined[]): Figure[] {
  const came = (moment: 'untilReady' | 'untilFrame', what: keyof Came, by: number) => (one: Joined) =>
    one[moment][what] / by
  const rows: readonly [string, string, (one: Joined) => number][] = [
    ['Join to the presenter’s first frame', 'ms', one => one.frame],
    ['address opened to a Join that can be pressed', 'ms', one => one.ready],
    ['JavaScript until Join can be pressed, gzip', 'kB', came('untilReady', 'script', 1000)],
    ['requests until Join can be pressed', '', came('untilReady', 'requests', 1)],
    ['JavaScript until the first frame, gzip', 'kB', came('untilFrame', 'script', 1000)],
    ['requests until the first frame', '', came('untilFrame', 'requests', 1)],
  ]
  return rows.map(([work, unit, of], at) => {
    const [ours, yardstick] = [median(mine.map(of)), median(theirs.map(of))]
    return {
      ...{ id: `F4${letters[at]}`, work: `${work}; ${name}` },
      ...{ ours, yardstick, unit, ratio: ours / yardstick },
      ...{ reach: 'at most theirs', met: ours <= yardstick },
    }
  })
}
