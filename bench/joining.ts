import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'

/** Milliseconds that people spend in the loaded lobby before they join: the same for each measurement. */
const LOOK = 1000

/** Totals up to a moment: bytes of JavaScript, gzipped, and requests, the page itself included. */
export interface Came {
  readonly script: number
  readonly requests: number
}

/** The measurement of a person who opens a page with a fresh browser and joins. Times in milliseconds. */
export interface Joined {
  /** From the navigation to the first slide; undefined if there is none. */
  readonly slide: number | undefined
  /** From the navigation to an enabled Join button. */
  readonly ready: number
  /** From the press to the presenter's first frame. */
  readonly frame: number
  readonly untilSlide: Came
  readonly untilReady: Came
  readonly untilFrame: Came
}

/** The elements of a page that are measured, as selectors. */
export interface Looks {
  /** The join button, once it is enabled. */
  readonly join: string
  readonly slide?: string
}

/** Records in the page itself when the slide is shown, when joining is possible, and when a video shows its first frame. */
function watch(looks: Looks) {
  const seen: Record<string, number> = {}
  Object.assign(globalThis, { seen })
  performance.setResourceTimingBufferSize(2000)
  // the frame after this one is the visible one
  const note = (what: string) => {
    seen[what] = -1
    requestAnimationFrame(() => {
      seen[what] = performance.now()
    })
  }
  const look = () => {
    const picture = looks.slide && document.querySelector<HTMLImageElement>(looks.slide)
    if (!seen['slide'] && picture && picture.complete && picture.naturalWidth > 0) note('slide')
    if (!seen['ready'] && document.querySelector(looks.join)) note('ready')
    const video = document.querySelector<HTMLVideoElement>('video')
    if (video && !seen['watched']) {
      seen['watched'] = 1
      video.requestVideoFrameCallback(() => {
        seen['frame'] = performance.now()
      })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export const seenIn = (page: Page, what: string): Promise<number> =>
  page
    .waitForFunction(name => {
      const at = (globalThis as unknown as { seen: Record<string, number> }).seen[name]
      return at && at > 0 ? at : false
    }, what)
    .then(found => found.jsonValue() as Promise<number>)

/** Counts what a page loads from now on. Answers how to ask for the totals up to a moment of the page's clock. */
export function countLoaded(page: Page): (at: number) => Promise<Came> {
  const scripts = new Map<string, Promise<number>>()
  page.on('response', answer => {
    if (answer.request().resourceType() !== 'script') return
    const size = answer.body().then(
      body => gzipSync(body).length,
      () => 0,
    )
    scripts.set(answer.url(), size)
  })
  return async at => {
    const { begun, there } = await page.evaluate(moment => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const there = all.filter(one => one.responseEnd <= moment).map(one => one.name)
      return { begun: all.filter(one => one.startTime <= moment).length, there }
    }, at)
    const sizes = await Promise.all(there.map(name => scripts.get(name) ?? 0))
    return { script: sizes.reduce((sum, size) => sum + size, 0), requests: begun + 1 }
  }
}

/** Opens an address, waits until everything is loaded, as people do before they join, and joins. */
export async function join(
  browser: Browser,
  address: string,
  looks: Looks,
  stored: Readonly<Record<string, string>> = {},
): Promise<Joined> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const until = countLoaded(page)
  await page.addInitScript(entries => {
    for (const [name, value] of entries) localStorage.setItem(name, value)
  }, Object.entries(stored))
  await page.addInitScript(watch, looks)
  await page.goto(address)
  const ready = await seenIn(page, 'ready')
  const slide = looks.slide === undefined ? undefined : await seenIn(page, 'slide')
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(LOOK)
  const clicked = await page.locator(looks.join).evaluate(button => {
    const now = performance.now()
    ;(button as HTMLButtonElement).click()
    return now
  })
  const frame = await seenIn(page, 'frame')
  const [untilSlide, untilReady, untilFrame] = [await until(slide ?? 0), await until(ready), await until(frame)]
  await context.close()
  return { slide, ready, frame: frame - clicked, untilSlide, untilReady, untilFrame }
}
