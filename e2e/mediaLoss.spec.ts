import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makePitch } from './api.ts'
import { browserOf, isAccessible } from './people.ts'
import { enter, plays, startPitch, voicesHeard } from './room.ts'
import { expect, type Stack, test } from './stack.ts'

// what is not there after twenty seconds will not come
test.use({ actionTimeout: 20_000 })

/** Kills LiveKit, with all its state; the console restarts it. */
function killLiveKit(stack: Stack): void {
  const { pid } = JSON.parse(readFileSync(join(stack.dataDir, 'livekit.pid'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
}
const isHeard = (page: Page, voices: number) => expect.poll(() => voicesHeard(page), { timeout: 30_000 }).toBe(voices)
const faces = (page: Page) => page.locator('.faces video')

test('[ERR-053] LiveKit dies: a pause holds meanwhile, and faces, voices and screens come back without a reload', async ({
  browser,
  stack,
}) => {
  test.setTimeout(300_000)
  const { name } = stack.facts.people.presenter
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const paula = await startPitch(browser, stack, pitch)
  const ivan = await enter(browser, stack, 'investor', pitch)
  await plays(ivan)
  await isHeard(ivan, 1)

  await test.step('in a pause: no one is seen or heard before it ends, then everybody is', async () => {
    await paula.getByRole('button', { name: 'Pause' }).click()
    await expect(faces(ivan)).toHaveCount(0)
    await isHeard(ivan, 0)
    killLiveKit(stack)
    for (let i = 0; i < 3; i++) {
      expect(await voicesHeard(ivan)).toBe(0)
      await expect(faces(ivan)).toHaveCount(0)
    }
    await paula.getByRole('button', { name: 'Resume' }).click()
    await expect(faces(ivan)).toHaveCount(1, { timeout: 30_000 })
    await plays(ivan)
    await isHeard(ivan, 1)
  })

  const screen = ivan.getByLabel(`Screen of ${name}`)
  await test.step('[PROD-017] while a screen is shared: it is shown again, with face and voice, and no question', async () => {
    await paula.getByRole('button', { name: /^Share/ }).click()
    await paula.getByRole('button', { name: /This screen/ }).click()
    await plays(ivan, screen)
    const questions = await paula.evaluate(() => {
      const counted = globalThis as unknown as { asked: number }
      const ask = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices)
      counted.asked = 0
      navigator.mediaDevices.getDisplayMedia = options => {
        counted.asked++
        return ask(options)
      }
      return counted.asked
    })
    const feed = paula.getByText('You’re sharing your screen')
    killLiveKit(stack)
    await expect(screen).toHaveCount(0)
    await expect(screen).toBeVisible({ timeout: 40_000 })
    await plays(ivan, screen)
    await plays(ivan)
    await expect(feed).toBeVisible()
    expect(await paula.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(questions)
    await paula.getByRole('button', { name: 'Stop sharing', exact: true }).click()
    await expect(screen).toHaveCount(0)
    await expect(paula.getByText('You’re no longer sharing your screen')).toBeVisible()
    await isHeard(ivan, 1)
  })

  await test.step('[ROUTE-045] while a second device shares: it goes on, until the room ends it', async () => {
    await paula.evaluate(() => {
      navigator.clipboard.writeText = async text => void Object.assign(globalThis, { copied: text })
    })
    await paula.getByRole('button', { name: /^Share/ }).click()
    await paula.getByRole('button', { name: /Another device/ }).click()
    await paula.getByRole('button', { name: 'Copy link' }).click()
    const link = await paula.evaluate(() => (globalThis as unknown as { copied: string }).copied)
    const device = await browserOf(browser, stack)
    await device.goto(link)
    await isAccessible(device)
    await device.getByRole('button', { name: 'Choose what to share' }).click()
    await expect(device.getByText('Everyone can see this now.')).toBeVisible()
    await plays(ivan, screen)
    killLiveKit(stack)
    await expect(screen).toHaveCount(0)
    await expect(screen).toBeVisible({ timeout: 40_000 })
    await plays(ivan, screen)
    await paula.getByRole('button', { name: 'Stop sharing', exact: true }).click()
    await expect(device.getByRole('heading', { name: 'Sharing has ended' })).toBeVisible()
    await expect(screen).toHaveCount(0)
  })
})
