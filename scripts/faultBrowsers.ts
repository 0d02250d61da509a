import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserServer, chromium, type Page } from '@playwright/test'
import { joinCookie } from '#features/access/session/server/cookies.ts'
import { browserProgram } from '#testing/browser.ts'
import type { Evening } from '#testing/faults/evening.ts'
import type { Browsers } from '#testing/faults/everything.ts'
import { descendants } from '#testing/processes.ts'

/**
 * The camera's frames per second: five browsers draw and encode in software here, on the cores that everything else
 * uses.
 */
const FRAMES = 10

const options = {
  executablePath: browserProgram,
  chromiumSandbox: false,
  args: [
    ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...['--use-fake-ui-for-media-stream', `--use-fake-device-for-media-stream=fps=${FRAMES}`],
  ],
}

/** The niceness of the browsers' sessions, low enough in priority to leave the others their share of the cores. */
const HUMBLE = '5'

/** Minutes by which the clock of the last attendee's machine is wrong. */
const WRONG = 5

/** A presenter on a separate laptop, and a number of attendees. */
export async function openBrowsers(evening: Evening, attendees: number): Promise<Browsers> {
  const { facts, networks } = evening
  const laptop = await chromium.launchServer(options)
  const own = await chromium.connect(laptop.wsEndpoint())
  const crowd = await chromium.launchServer(options)
  const others = await chromium.connect(crowd.wsEndpoint())
  for (const server of [laptop, crowd]) giveWay(server)
  const presenter = await openPresenter(own, evening)
  const pages: Page[] = []
  for (let i = 0; i < attendees; i++) {
    const context = await others.newContext({ viewport: { width: 1280, height: 720 } })
    const { url } = networks[i % 2 ? 1 : 0]
    const { token } = evening.attendees[i] ?? { token: '' }
    await context.addCookies([
      { name: joinCookie(facts.pitch.uuid), value: token, url, httpOnly: true, sameSite: 'Lax' },
    ])
    if (i === attendees - 1) await setClockWrong(context)
    await context.addInitScript(() => localStorage.setItem('rostrum.room.panel', 'chat'))
    const page = await context.newPage()
    await page.goto(`${url}/live/${facts.pitch.uuid}`)
    await page.locator('.slide img').waitFor({ timeout: 30_000 })
    await page.locator('.chat-list').waitFor({ timeout: 30_000 })
    pages.push(page)
  }
  const all = [presenter, ...pages]
  const shownBy = (page: Page) =>
    page
      .evaluate(() => Number(/\d+/.exec(document.querySelector<HTMLImageElement>('.slide img')?.alt ?? '')?.[0] ?? 0))
      .catch(() => 0)
  const textsOf = (page: Page) =>
    page.evaluate(() => [...document.querySelectorAll('.chat-message')].map(one => one.textContent ?? ''))
  const idsOf = async (page: Page) => (await textsOf(page)).flatMap(text => /line ([\w-]{36})/.exec(text)?.[1] ?? [])
  return {
    sleep: () => signal(laptop, 'SIGSTOP'),
    wake: () => signal(laptop, 'SIGCONT'),
    pages: () => Promise.all(all.map(shownBy)),
    twice: async () => {
      const shown = await Promise.all(pages.map(idsOf))
      return shown.reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0)
    },
    missing: async texts => {
      const shown = await Promise.all(pages.map(async page => new Set(await idsOf(page))))
      return texts.filter(text => !shown.every(ids => ids.has(text))).length
    },
    clocks: async () => {
      const times = await Promise.all(pages.map(secondsShown))
      return Math.max(...times) - Math.min(...times)
    },
    leads: () => presenter.getByRole('button', { name: 'End pitch' }).isVisible(),
    hasVideo: async () => (await Promise.all(pages.map(moves))).every(Boolean),
    stop: async () => {
      signal(laptop, 'SIGCONT')
      await own.close()
      await laptop.close()
      await others.close()
      await crowd.close()
    },
  }
}

async function openPresenter(browser: Browser, { facts, networks }: Evening): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    baseURL: networks[0].url,
    permissions: ['camera', 'microphone'],
  })
  const page = await context.newPage()
  await page.request.post('/restapi/v1.4/oauth/token/pbx/', {
    form: { grant_type: 'password', username: facts.people.presenter.username, password: facts.password },
  })
  await page.goto(`/live/${facts.pitch.uuid}`)
  await page.getByRole('button', { name: 'End pitch' }).waitFor({ timeout: 30_000 })
  return page
}

const setClockWrong = (context: BrowserContext) =>
  context.addInitScript(off => {
    const { now } = Date
    Object.assign(globalThis, {
      Date: class extends Date {
        constructor(...given: []) {
          if (given.length === 0) super(now() + off)
          else super(...given)
        }
        static override now = () => now() + off
      },
    })
  }, WRONG * 60_000)

/** Stops or continues a browser with all its processes, as closing a laptop does. */
function signal(server: BrowserServer, name: 'SIGSTOP' | 'SIGCONT'): void {
  const pid = server.process().pid ?? 0
  for (const one of [pid, ...descendants(pid).map(child => child.pid)]) {
    try {
      process.kill(one, name)
    } catch {
      // it has just ended
    }
  }
}

/**
 * Gives the browsers the lowest priority on this machine. In reality they have separate machines: here their drawing
 * and encoding would be measured as the server's slowness. Processes that they start inherit it; a raised niceness they
 * would undo. Linux divides its cores between sessions before processes, and a browser is a session of its own.
 */
function giveWay(server: BrowserServer): void {
  const pid = server.process().pid ?? 0
  for (const one of [pid, ...descendants(pid).map(child => child.pid)]) {
    spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(one)])
    try {
      writeFileSync(`/proc/${one}/autogroup`, HUMBLE)
    } catch {
      // it has just ended, or this machine divides its cores between processes
    }
  }
}

/** How long the pitch has lasted, as the page shows it. */
const secondsShown = (page: Page) =>
  page.evaluate(() => {
    const [, minutes, seconds] =
      /\b(\d\d):(\d\d)\b/.exec(document.querySelector('[role=timer]')?.textContent ?? '') ?? []
    return Number(minutes) * 60 + Number(seconds)
  })

const moves = (page: Page) =>
  page
    .evaluate(async () => {
      const videos = [...document.querySelectorAll('video')]
      const before = videos.map(video => video.getVideoPlaybackQuality().totalVideoFrames)
      await new Promise(resolve => setTimeout(resolve, 500))
      return videos.some((video, i) => video.getVideoPlaybackQuality().totalVideoFrames > (before[i] ?? 0))
    })
    .catch(() => false)
