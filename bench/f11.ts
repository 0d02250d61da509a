import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
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
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-f11-'))
  const running = await startConsoleProcess({ mode: 'demo', env: { LOG_LEVEL: 'warn' } })
  const port = await freePort()
  // Lighthouse opens its own tab beside those of this profile, whose cookies it shares
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', `--remote-debugging-port=${port}`],
  })
  try {
    const { people, links, password } = await running.demo()
    const visits: [(() => Promise<void>) | undefined, Screen[]][] = [
      [
        undefined,
        [
          { work: 'the sign-in page', path: '/login', performance: 97 },
          { work: 'the landing page', path: '/', performance: 99 },
          { work: 'the door of a pitch, by a join link', path: links.investor, performance: 99 },
        ],
      ],
      [
        () => signIn(browser, running.url, people.presenter.email, password),
        [
          { work: 'a presenter’s home', path: '/admin/index', performance: 95 },
          { work: 'a presenter’s pitches', path: '/pitches/list', performance: 95 },
          { work: 'the form of a new pitch', path: '/pitches/create', performance: 95 },
        ],
      ],
      [
        () => signIn(browser, running.url, people.admin.email, password),
        [
          { work: 'an admin’s users', path: '/user-management/list', performance: 95 },
          { work: 'an admin’s audit log', path: '/administration/audit-log', performance: 95 },
        ],
      ],
    ]
    const figures: Figure[] = []
    for (const [enter, screens] of visits) {
      await enter?.()
      for (const screen of screens) figures.push(...(await figuresOf(screen, running.url, port, figures.length)))
    }
    return figures
  } finally {
    await browser.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function figuresOf({ work, path, performance }: Screen, url: string, port: number, known: number) {
  const address = new URL(path, url).href
  const all: Scores[] = []
  for (let n = 0; n < RUNS; n++) all.push(await scoresOf(address, port))
  const wanted = { performance, accessibility: 100 }
  return categories.map((category, index): Figure => {
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

async function scoresOf(address: string, port: number): Promise<Scores> {
  // the storage holds the session
  const result = await lighthouse(
    address,
    { port, onlyCategories: [...categories], disableStorageReset: true, logLevel: 'error' },
    desktopConfig,
  )
  const scoreOf = (category: (typeof categories)[number]) => {
    const score = result?.lhr.categories[category]?.score
    if (score === null || score === undefined)
      throw new Error(`no score of ${address}: ${result?.lhr.runtimeError?.message}`)
    return Math.round(score * 100)
  }
  const { finalDisplayedUrl = '' } = result?.lhr ?? {}
  if (new URL(finalDisplayedUrl).pathname !== new URL(address).pathname)
    throw new Error(`${address} led to ${finalDisplayedUrl}`)
  return { performance: scoreOf('performance'), accessibility: scoreOf('accessibility') }
}

async function signIn(browser: BrowserContext, url: string, username: string, password: string): Promise<void> {
  await browser.clearCookies()
  const page = await browser.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Username or email').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(address => !address.pathname.startsWith('/login'))
  await page.close()
}
