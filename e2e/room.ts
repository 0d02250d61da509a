import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import type { DemoName } from '#app/server/demo/people.ts'
import type { JourneyPitch } from './api.ts'
import { browserOf, signIn } from './people.ts'
import { expect, type Stack } from './stack.ts'

/** A person of the demo, in a separate browser, in the room of a pitch. */
export async function enter(
  browser: Browser,
  stack: Stack,
  who: DemoName,
  { uuid }: JourneyPitch,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browserOf(browser, stack, options)
  await signIn(page, stack.facts.people[who].username, stack.facts.password)
  await page.goto(`/live/${uuid}`)
  await expect(page.locator('.bar')).toBeVisible()
  return page
}

/** The presenter, in the room, once the pitch is live. */
export async function startPitch(browser: Browser, stack: Stack, pitch: JourneyPitch): Promise<Page> {
  const page = await enter(browser, stack, 'presenter', pitch)
  await page.getByRole('button', { name: 'Start pitch' }).click()
  await expect(page.getByRole('button', { name: 'End pitch' })).toBeVisible()
  return page
}

/** A side panel, opened by its control unless it is open. */
export async function openPanel(page: Page, control: RegExp): Promise<Locator> {
  const button = page.locator('.bar').getByRole('button', { name: control })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  return page.locator('#room-panel:not([aria-busy=true])')
}

/** The visible slide, by its text. */
export const seesSlide = (page: Page, words: string) =>
  expect(page.locator('.stage-frame figcaption')).toContainText(words)

/** A moving video: its time advances. */
export async function plays(page: Page, video = page.locator('.faces video').first()): Promise<void> {
  await expect(video).toBeVisible()
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await time()
  await expect.poll(time).toBeGreaterThan(before + 0.3)
}

/** How many of a page's sounds can be heard within two seconds: Chromium's fake microphones beep. */
export const voicesHeard = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const context = new AudioContext()
    const sounds = [...document.querySelectorAll('audio')].flatMap(({ srcObject, paused }) => {
      if (paused || !(srcObject instanceof MediaStream) || srcObject.getAudioTracks().length === 0) return []
      const analyser = context.createAnalyser()
      context.createMediaStreamSource(srcObject).connect(analyser)
      return { analyser, samples: new Float32Array(analyser.fftSize), heard: false }
    })
    for (const until = performance.now() + 2000; performance.now() < until; ) {
      for (const sound of sounds) {
        sound.analyser.getFloatTimeDomainData(sound.samples)
        sound.heard ||= sound.samples.some(sample => Math.abs(sample) > 0.01)
      }
      await new Promise(requestAnimationFrame)
    }
    await context.close()
    return sounds.filter(sound => sound.heard).length
  })
