import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callerOf, makePitch, superadminOf } from './api.ts'
import { browserOf, isAccessible, joinLinksOf, mailsOf, signIn } from './people.ts'
import { plays } from './room.ts'
import { expect, test } from './stack.ts'

test.use({ actionTimeout: 10_000 })

const pictures = process.env['PICTURES']
/** A screenshot to look at, where a folder is named for it. */
async function take(page: Page, name: string): Promise<void> {
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: `${pictures}/${name}.png` })
}

/** Seconds that the pictures and sounds of a replay have played. */
const played = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLVideoElement>('.replay video')].map(({ currentTime, videoWidth, error }) => ({
      currentTime,
      videoWidth,
      failed: error !== null,
    })),
  )

test('a pitch is recorded with the consent of its people, and watched with its slides right after its end', async ({
  browser,
  stack,
}) => {
  test.setTimeout(360_000)
  const { presenter: paula, investor: ivan } = stack.facts.people
  const fields = { recording: 'start' }
  const pitch = await makePitch(stack, { slides: ['First', 'Second', 'Third'], attendees: ['investor'], fields })
  const presenter = await browserOf(browser, stack)
  const investor = await browserOf(browser, stack)
  await signIn(presenter, paula.username, stack.facts.password)

  await test.step('an invitee is told by mail and at the door, and does not agree', async () => {
    await expect.poll(async () => (await joinLinksOf(stack, ivan.email))[0] ?? '').toContain(pitch.uuid)
    expect((await mailsOf(stack, ivan.email))[0]).toContain('This pitch will be recorded.')
    await investor.goto((await joinLinksOf(stack, ivan.email))[0] ?? '')
    await expect(investor.getByRole('heading', { name: 'This pitch will be recorded' })).toBeVisible()
    await take(investor, 'door-asked')
    await isAccessible(investor)
    await investor.getByRole('button', { name: 'I don’t agree' }).click()
    await expect(investor.getByText('You won’t be recorded.')).toBeVisible()
  })

  await test.step('the presenter agrees at the door, starts, and sees that it is recorded and works', async () => {
    await presenter.goto(`/join-session/${pitch.uuid}`)
    await presenter.getByRole('button', { name: 'I agree' }).click()
    await expect(presenter.getByText('You agreed to be recorded.')).toBeVisible()
    await take(presenter, 'door-agreed')
    await presenter.getByRole('button', { name: 'Enter room' }).click()
    await presenter.getByRole('button', { name: 'Start' }).click()
    await expect(presenter.getByText('REC', { exact: true })).toBeVisible()
    await plays(presenter)
    await presenter.getByRole('button', { name: 'Recording now', exact: false }).click()
    await expect(presenter.getByText('The recording is working.')).toBeVisible({ timeout: 15_000 })
    await expect(presenter.getByText(/Last saved \d+ seconds? ago/)).toBeVisible({ timeout: 15_000 })
    await presenter.getByRole('button', { name: 'Make an MP4 after the pitch' }).click()
    await expect(presenter.getByText('An MP4 for the team will be made after the pitch.')).toBeVisible()
    await take(presenter, 'control')
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Don’t make it' }).click()
    await expect(presenter.getByRole('button', { name: 'Make an MP4 after the pitch' })).toBeVisible()
    await presenter.keyboard.press('Escape')
  })

  await test.step('the invitee attends all the same, and sees the mark', async () => {
    await expect(investor.getByText('REC', { exact: true })).toBeVisible()
    await take(investor, 'room-attendee')
    await presenter.keyboard.press('ArrowRight')
    await expect(investor.locator('.stage-frame figcaption').first()).toContainText('Second')
    await investor.setViewportSize({ width: 390, height: 844 })
    await expect(investor.getByText('REC', { exact: true })).toBeVisible()
    await take(investor, 'room-phone')
    await presenter.waitForTimeout(6000)
  })

  await test.step('right after the end it is watched: the picture plays, with the slide of that moment', async () => {
    await presenter.getByRole('button', { name: 'End pitch' }).click()
    await presenter.getByRole('dialog').getByRole('button', { name: 'End', exact: false }).last().click()
    const ended = Date.now()
    await presenter.goto(`/pitch-management/${pitch.uuid}?tab=recording`)
    await presenter.getByRole('button', { name: 'Play' }).click()
    await expect
      .poll(
        async () =>
          (await played(presenter)).some(({ currentTime, videoWidth }) => currentTime > 0.5 && videoWidth > 0),
        {
          timeout: 15_000,
        },
      )
      .toBe(true)
    expect(Date.now() - ended).toBeLessThan(20_000)
    expect((await played(presenter)).every(({ failed }) => !failed)).toBe(true)
    await expect(presenter.locator('.replay-slide img')).toHaveAttribute('alt', 'Slide 1')
    await take(presenter, 'replay')
    await isAccessible(presenter)
    await presenter.getByRole('navigation', { name: 'Chapters' }).getByRole('button').nth(1).click()
    await expect(presenter.locator('.replay-slide img')).toHaveAttribute('alt', 'Slide 2')
    await take(presenter, 'replay-second')
  })

  await test.step('it is approved, and the invitee watches it, told by mail, until it is taken back', async () => {
    const { pitchadmin } = stack.facts.people
    const admin = await callerOf(stack, pitchadmin.username, stack.facts.password)
    await investor.goto(`/live/${pitch.uuid}/replay`)
    await expect(investor.getByRole('heading', { name: 'No recording' })).toBeVisible()
    await admin.approveRecording({ uuid: pitch.uuid })
    await expect
      .poll(async () => (await mailsOf(stack, ivan.email)).join())
      .toContain('The recording of this pitch is ready.')
    await investor.setViewportSize({ width: 1280, height: 800 })
    await investor.goto(`/live/${pitch.uuid}`)
    await investor.getByRole('link', { name: 'Watch recording' }).click()
    await investor.getByRole('button', { name: 'Play' }).click()
    await expect
      .poll(async () => (await played(investor)).some(({ currentTime }) => currentTime > 0.5), { timeout: 20_000 })
      .toBe(true)
    await take(investor, 'attendee')
    await isAccessible(investor)
    await investor.getByRole('button', { name: 'Pause' }).click()
    await investor.getByRole('textbox', { name: /^Search captions/ }).fill('second')
    await investor.getByRole('button', { name: /Slide.*Second/ }).click()
    await expect(investor.locator('.replay-slide img')).toHaveAttribute('alt', 'Slide 2')
    await take(investor, 'found')
    await isAccessible(investor)
    await presenter.reload()
    await expect(presenter.getByRole('region', { name: 'Viewers' })).toContainText(ivan.email, { timeout: 15_000 })
    await take(presenter, 'decided')
    await isAccessible(presenter)
    const reviewer = await browserOf(browser, stack)
    // who has agreed to the policies
    await superadminOf(stack)
    const kept = await readFile(join(stack.dataDir, 'first-sign-in.txt'), 'utf8')
    await signIn(reviewer, 'superadmin', /password:?\s+(\S+)/i.exec(kept)?.[1] ?? '')
    await reviewer.goto('/system_validation/videoindex')
    await reviewer.getByRole('button', { name: `Actions for ${pitch.name}` }).click()
    await reviewer.getByRole('menuitem', { name: 'Mark as not passed' }).click()
    await reviewer.getByLabel('Reason').fill('Names a client')
    await take(reviewer, 'no-pass')
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Mark as not passed' }).click()
    await expect(reviewer.getByRole('region', { name: 'Recordings' })).toContainText('Names a client')
    await take(reviewer, 'reviews')
    await isAccessible(reviewer)
    await reviewer.goto(`/pitch-management/${pitch.uuid}?tab=recording`)
    await reviewer.getByRole('button', { name: 'Forward 10 seconds' }).click()
    await reviewer.getByRole('button', { name: /^End at / }).click()
    await expect(reviewer.getByText(/^Attendees see 0:00 to /)).toBeVisible()
    await reviewer.getByRole('button', { name: /^Mute from / }).click()
    await reviewer.getByRole('button', { name: 'Back 10 seconds' }).click()
    await reviewer.getByRole('button', { name: 'Cancel' }).click()
    await reviewer.getByRole('button', { name: /^Mute from / }).click()
    await reviewer.getByRole('button', { name: 'Forward 10 seconds' }).click()
    await reviewer.getByRole('button', { name: /^Mute 0:/ }).click()
    await expect(reviewer.getByRole('button', { name: /^Unmute / })).toBeVisible()
    await take(reviewer, 'cut')
    await isAccessible(reviewer)
    await reviewer.context().close()
    await investor.reload()
    await expect(investor.getByRole('heading', { name: 'No recording' })).toBeVisible()
  })

  await test.step('one mp4 of it is made and downloaded', async () => {
    // it waits as long as any pitch is live, also one that another journey has left
    const host = await callerOf(stack, paula.username, stack.facts.password)
    for (const { uuid } of (await host.getPitchListForEp({ type: 'live', limit: 100 })).items)
      await host.endPitch({ uuid })
    await presenter.reload()
    await presenter.getByRole('button', { name: 'Make MP4: Whole recording' }).click()
    await expect(presenter.getByRole('button', { name: 'Cancel: Whole recording' })).toBeVisible()
    await take(presenter, 'film-making')
    await isAccessible(presenter)
    const link = presenter.getByRole('link', { name: /^MP4, .*: Whole recording$/ })
    await expect(link).toBeVisible({ timeout: 120_000 })
    await take(presenter, 'film')
    const [download] = await Promise.all([presenter.waitForEvent('download'), link.click()])
    const file = pictures ? `${pictures}/film.mp4` : await download.path()
    if (pictures) await download.saveAs(file)
    expect((await readFile(file)).subarray(4, 8).toString()).toBe('ftyp')
  })

  await test.step('it is in the list of recordings, where it is deleted and restored', async () => {
    await presenter.goto('/pitches/recordings')
    await expect(presenter.getByRole('link', { name: pitch.name })).toBeVisible()
    await take(presenter, 'list')
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: `Actions for ${pitch.name}` }).click()
    await presenter.getByRole('menuitem', { name: 'Delete recording' }).click()
    await presenter.getByRole('dialog').getByRole('button', { name: 'Delete recording' }).click()
    await expect(presenter.getByRole('link', { name: pitch.name })).toBeHidden()
    await presenter.goto('/pitches/recordings?deleted=1')
    await presenter.getByRole('button', { name: `Actions for ${pitch.name}` }).click()
    await presenter.getByRole('menuitem', { name: 'Restore' }).click()
    await presenter.goto('/pitches/recordings')
    await expect(presenter.getByRole('link', { name: pitch.name })).toBeVisible()
    if (!pictures) return
    await presenter.setViewportSize({ width: 800, height: 900 })
    await presenter.emulateMedia({ colorScheme: 'dark' })
    await take(presenter, 'list-800-dark')
    await presenter.goto(`/pitch-management/${pitch.uuid}?tab=recording`)
    await presenter.getByRole('button', { name: 'Play' }).waitFor()
    await take(presenter, 'replay-800-dark')
    await presenter.getByRole('button', { name: 'English' }).click()
    await presenter.getByText('繁體中文').click()
    await presenter.waitForTimeout(1500)
    await take(presenter, 'replay-800-dark-hant')
  })
})
