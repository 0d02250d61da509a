import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { browserProgram } from '../browser.ts'

// Runs inside the bad network, as an investor's browser would, and reports what it receives: a line of JSON for each
// line of input.

export interface Sound {
  /** The share of played sound that was concealed because it had not arrived; 0 to 1. */
  readonly concealed: number
  /** Seconds of sound played. */
  readonly seconds: number
  readonly frames: number
}

/** The part of the browser's RTCPeerConnection used here. */
interface Connection {
  readonly connectionState: string
  getStats(): Promise<ReadonlyMap<string, Readonly<Record<string, number>> & { readonly type: string }>>
}
interface Browser {
  RTCPeerConnection: new (...given: unknown[]) => Connection
  kept: Connection[]
}

/** Keeps every connection, so that its statistics can be read. */
function keepConnections() {
  const browser = globalThis as unknown as Browser
  browser.kept = []
  browser.RTCPeerConnection = new Proxy(browser.RTCPeerConnection, {
    construct(Made, given: unknown[]) {
      const made = new Made(...given)
      browser.kept.push(made)
      return made
    },
  })
}

async function figures(page: Page): Promise<{ played: number; concealed: number; frames: number }> {
  return page.evaluate(async () => {
    const sum = { played: 0, concealed: 0, frames: 0 }
    for (const connection of (globalThis as unknown as Browser).kept) {
      if (connection.connectionState === 'closed') continue
      for (const report of (await connection.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue
        sum.played += report.totalSamplesReceived ?? 0
        // inserted silence is not lost speech
        sum.concealed += (report.concealedSamples ?? 0) - (report.silentConcealedSamples ?? 0)
        sum.frames += report.framesDecoded ?? 0
      }
    }
    return sum
  })
}

async function listen(page: Page, seconds: number): Promise<Sound> {
  const before = await figures(page)
  await sleep(seconds * 1000)
  const after = await figures(page)
  const played = after.played - before.played
  return {
    concealed: (after.concealed - before.concealed) / Math.max(played, 1),
    seconds: played / 48_000,
    frames: after.frames - before.frames,
  }
}

/** Milliseconds until another video frame has arrived. */
async function untilVideo(page: Page): Promise<number> {
  const began = performance.now()
  const { frames } = await figures(page)
  while ((await figures(page)).frames <= frames) await sleep(50)
  return performance.now() - began
}

if (import.meta.main) {
  const link = process.argv[2] ?? ''
  const browser = await chromium.launch({
    executablePath: browserProgram,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--autoplay-policy=no-user-gesture-required'],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.addInitScript(keepConnections)
  await page.goto(link)
  await page.getByRole('button', { name: 'Join' }).click({ timeout: 60_000 })
  await page.locator('video').first().waitFor({ timeout: 60_000 })
  console.log(JSON.stringify({ ready: await untilVideo(page) }))
  for await (const asked of createInterface({ input: process.stdin })) {
    if (asked === 'end') break
    console.log(JSON.stringify(asked === 'video' ? await untilVideo(page) : await listen(page, Number(asked))))
  }
  await browser.close()
}
