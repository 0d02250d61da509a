// Takes the screenshots of docs/: its own demo, a presenter with a camera, an investor at a desk and one with a phone.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { browserOf, signIn } from '../e2e/people.ts'
import playwright from '../playwright.config.ts'

const docs = new URL('../docs/', import.meta.url).pathname
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const chat = [
  'Good morning from Rotterdam. How long does one hull take?',
  'Nine hours for 300 metres, with two robots.',
  'And who owns the data of the scans?',
] as const

/** A camera that shows a person at a desk, as moving JPEG: drawn, so that no real face is needed or shown. */
async function camera(folder: string): Promise<string> {
  const frames: Buffer[] = []
  for (let tick = 0; tick < 30; tick++) {
    const lean = Math.round(Math.sin((tick / 30) * Math.PI * 2) * 6)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
      <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#8aa5b8"/><stop offset="1" stop-color="#55697a"/></linearGradient></defs>
      <rect width="1280" height="720" fill="url(#wall)"/>
      <rect x="90" y="80" width="250" height="330" rx="8" fill="#c9d6de" opacity=".55"/>
      <g transform="translate(${lean} 0)">
        <path d="M310 720c20-190 150-250 330-250s310 60 330 250z" fill="#22354a"/>
        <path d="M560 470l80 90 80-90-20-40H580z" fill="#e9eef2"/>
        <rect x="580" y="370" width="120" height="110" rx="50" fill="#c98f6d"/>
        <ellipse cx="640" cy="290" rx="118" ry="146" fill="#d9a07d"/>
        <path d="M512 300c-20-170 60-210 128-210s152 40 128 210c-14-70-40-110-128-112-88 2-114 42-128 112z" fill="#3a2a22"/>
        <ellipse cx="597" cy="296" rx="9" ry="11" fill="#2b211c"/><ellipse cx="683" cy="296" rx="9" ry="11" fill="#2b211c"/>
        <path d="M596 362q44 ${26 + lean} 88 0" stroke="#7d3f35" stroke-width="7" fill="none" stroke-linecap="round"/>
      </g></svg>`
    frames.push(await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer())
  }
  const file = join(folder, 'camera.mjpeg')
  await writeFile(file, Buffer.concat(frames))
  return file
}

/** A screenshot of a page when it has stopped changing. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(3000)
  // in few colors, as each clone of the repository carries them
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(join(docs, `${name}.png`))
  process.stdout.write(`docs/${name}.png\n`)
}

const folder = await mkdtemp(join(tmpdir(), 'rostrum-picture-'))
const running = await startConsoleProcess({ mode: 'demo' })
const options = playwright.use?.launchOptions ?? {}
const browser = await chromium.launch({
  ...options,
  args: [...(options.args ?? []), `--use-file-for-fake-video-capture=${await camera(folder)}`],
})
try {
  const stack = { ...running, facts: await running.demo() }
  const { password, links, people } = stack.facts
  const presenter = await browserOf(browser, stack)
  await signIn(presenter, people.presenter.username, password)
  await presenter.goto(links.presenter)
  await presenter.getByRole('button', { name: 'Enter room' }).click()
  await presenter.getByRole('button', { name: 'Start pitch' }).click()
  const [investor, other] = [await browserOf(browser, stack), await browserOf(browser, stack, phone)]
  for (const [page, link, join] of [
    [other, links.chineseInvestor, '参加'],
    [investor, links.investor, 'Join'],
  ] as const) {
    await page.goto(link)
    const button = page.getByRole('button', { name: join })
    await button.waitFor()
    if (page === investor) await take(page, 'lobby')
    await button.click()
    await page.locator('.faces video').first().waitFor({ timeout: 60_000 })
  }
  for (const [turn, words] of chat.entries()) {
    const page = turn === 1 ? presenter : investor
    await page.getByLabel('Message to everyone').fill(words)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(400)
  }
  await presenter.locator('body').click({ position: { x: 300, y: 300 } })
  await presenter.keyboard.press('4')
  await presenter.keyboard.press('Enter')
  await take(presenter, 'live-room')
  await take(other, 'phone')
  await investor.getByRole('button', { name: 'Commit' }).click()
  await investor.getByLabel('Amount (USD)').fill('25000')
  await investor.getByLabel('Your initials').fill('IP')
  await take(investor, 'investor')
  await investor.getByRole('button', { name: 'Review' }).click()
  await investor.getByRole('button', { name: 'Commit US$25,000' }).click()
  await presenter.getByRole('button', { name: 'End pitch' }).click()
  await presenter.getByRole('button', { name: 'End pitch for everyone' }).click()
  await other.getByText('非常看好，有意投资').click()
  await other.getByRole('button', { name: '发送反馈' }).click()
  await presenter.waitForURL(/pitch-management/, { timeout: 30_000 })
  await take(presenter, 'afterwards')
} finally {
  await browser.close()
  await running.stop()
  await rm(folder, { recursive: true, force: true })
}
