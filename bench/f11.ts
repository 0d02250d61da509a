import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse, { desktopConfig } from 'lighthouse'
import { freePort } from '#server/process/ports.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { median } from './console.ts'
import type { Figure } from './run.ts'

const RUNS = 5
const categories = ['performance', 'accessibility'] as const
type Scores = Record<(typeof categories)[number], number>

interface Screen {
  readonly work: string
  readonly path: string
  readonly performance: number
}

/** F11: Lighthouse, as a desktop, on the screens that people use most; the demo has what they show. */
export async function run(): Promise<Figure[]> {
  const running = await startConsoleProcess({ mode: 'demo', env: { LOG_LEVEL: 'warn' } })
  const browser = await startBrowser()
  try {
    const { people, links, password } = await running.demo()
    const tokenOf = ({ email }: { email: string }) => signIn(running.url, email, password)
    const visits: readonly [token: string | undefined, readonly Screen[]][] = [
      [
        undefined,
        [
          { work: 'the sign-in page', path: '/login', performance: 97 },
          { work: 'the landing page', path: '/', performance: 99 },
          { work: 'the door of a pitch, by a join link', path: links.investor, performance: 99 },
        ],
      ],
      [
        await tokenOf(people.presenter),
        [
          { work: 'a presenter’s home', path: '/admin/index', performance: 95 },
          { work: 'a presenter’s pitches', path: '/pitches/list', performance: 95 },
          { work: 'the form of a new pitch', path: '/pitches/create', performance: 95 },
        ],
      ],
      [
        await tokenOf(people.admin),
        [
          { work: 'an admin’s users', path: '/user-management/list', performance: 95 },
          { work: 'an admin’s audit log', path: '/administration/audit-log', performance: 95 },
        ],
      ],
    ]
    const figures: Figure[] = []
    for (const [token, screens] of visits)
      for (const screen of screens) {
        const visit = { screen, address: new URL(screen.path, running.url).href, port: browser.port, token }
        figures.push(...(await figuresOf(visit, figures.length)))
      }
    return figures
  } finally {
    await browser.stop()
    await running.stop()
  }
}

interface Visit {
  readonly screen: Screen
  readonly address: string
  /** Of the browser's protocol for debugging. */
  readonly port: number
  /** The access token of the person who looks. */
  readonly token: string | undefined
}

async function figuresOf(visit: Visit, known: number): Promise<Figure[]> {
  const all: Scores[] = []
  for (let n = 0; n < RUNS; n++) all.push(await scoresOf(visit))
  const { work, performance } = visit.screen
  const wanted = { performance, accessibility: 100 }
  return categories.map((category, index) => {
    const ours = median(all.map(scores => scores[category]))
    return {
      id: `F11${'abcdefghijklmnopqrstuvwxyz'[known + index]}`,
      work: `${work}: Lighthouse’s ${category}, desktop`,
      ...{ ours, yardstick: null, unit: 'of 100', ratio: null },
      reach: `at least ${wanted[category]}`,
      met: ours >= wanted[category],
    }
  })
}

/** A trace of a busy machine may lack its beginning; then the page is measured again. */
async function scoresOf(visit: Visit, tries = 3): Promise<Scores> {
  const { address, port, token } = visit
  const result = await lighthouse(
    address,
    {
      ...{ port, onlyCategories: [...categories], logLevel: 'error' },
      ...(token ? { extraHeaders: { authorization: `Bearer ${token}` } } : {}),
    },
    desktopConfig,
  )
  const lhr = result?.lhr
  if (lhr?.runtimeError && tries > 1) return scoresOf(visit, tries - 1)
  if (/\/(login|401|404)$/.test(new URL(lhr?.finalDisplayedUrl ?? address).pathname) && !address.endsWith('/login'))
    throw new Error(`${address} led to ${lhr?.finalDisplayedUrl}`)
  const scoreOf = (category: (typeof categories)[number]) => {
    const score = lhr?.categories[category]?.score
    if (score === null || score === undefined) throw new Error(`no score of ${address}: ${lhr?.runtimeError?.message}`)
    return Math.round(score * 100)
  }
  return { performance: scoreOf('performance'), accessibility: scoreOf('accessibility') }
}

/** A browser of Lighthouse's own: Playwright would stop each of its new tabs. */
async function startBrowser(): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-f11-'))
  const port = await freePort()
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']
  const browser = spawn(
    process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    [...args, ...quiet, `--user-data-dir=${folder}`, `--remote-debugging-port=${port}`],
    { stdio: 'ignore' },
  )
  await answers(port)
  return { port, stop: () => end(browser, folder) }
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    // its own first tab is open: until then a trace has no beginning
    if (((await answer?.json()) as unknown[] | undefined)?.length) return
    await sleep(100)
  }
  throw new Error('Chromium did not start')
}

async function end(browser: ChildProcess, folder: string): Promise<void> {
  const ended = once(browser, 'exit')
  browser.kill()
  await ended
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function signIn(url: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/restapi/v1.4/oauth/token/pbx/`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
