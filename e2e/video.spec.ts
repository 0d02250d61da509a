import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { callerOf, makePitch, superadminOf } from './api.ts'
import { isFineInEachLanguage, pictureOf } from './looks.ts'
import { browserOf, isAccessible, joinLinksOf, signIn } from './people.ts'
import { expect, test } from './stack.ts'

test.use({ actionTimeout: 10_000 })

test('a finished video is attached to a pitch, gets slides, is approved and watched', async ({ browser, stack }) => {
  test.setTimeout(240_000)
  const { presenter: paula, investor: ivan } = stack.facts.people
  const slides = ['Market', 'Team', 'The ask']
  const pitch = await makePitch(stack, { slides, attendees: ['investor'], fields: { watermark: true } })
  const host = await callerOf(stack, paula.username, stack.facts.password)
  await host.startPitch({ uuid: pitch.uuid })
  // a video waits as long as any pitch is live, also one that another journey has left
  for (const { uuid } of (await host.getPitchListForEp({ type: 'live', limit: 100 })).items)
    await host.endPitch({ uuid })
  const presenter = await browserOf(browser, stack)
  await signIn(presenter, paula.username, stack.facts.password)
  const film = join(stack.dataDir, 'Seed round, final.mp4')
  const sources = ['-f', 'lavfi', '-t', '20', '-i', 'testsrc2=size=1280x720:rate=25']
  const sound = ['-f', 'lavfi', '-t', '20', '-i', 'sine=frequency=440']
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...sources, ...sound, ...coding, film])

  await test.step('the presenter attaches it', async () => {
    await presenter.goto(`/pitch-management/${pitch.uuid}?tab=recording`)
    const part = presenter.getByRole('region', { name: 'Attached video' })
    await expect(part.getByText('Drop an MP4 here')).toBeVisible()
    await pictureOf(presenter, 'video none')
    await isAccessible(presenter)
    await part.locator('input[type=file]').setInputFiles(film)
    await expect(part.getByRole('button', { name: /Cancel preparation|Watch video/ })).toBeVisible({ timeout: 30_000 })
    await pictureOf(presenter, 'video made')
    await expect(part.getByRole('button', { name: 'Watch video' })).toBeVisible({ timeout: 90_000 })
  })

  await test.step('and says which slide is shown when', async () => {
    const slides = presenter.getByRole('region', { name: 'Slides in the video' })
    for (const time of ['0:00', '0:08', '0:15']) {
      await slides.getByRole('button', { name: 'Add slide' }).click()
      await slides.getByLabel('From').last().fill(time)
    }
    await slides.getByRole('button', { name: 'Save slides' }).click()
    await expect(presenter.getByText('Slides saved.')).toBeVisible()
    await expect(presenter.getByRole('navigation', { name: 'Chapters' }).getByRole('button')).toHaveCount(3)
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Slide 2, 0:08' }).click()
    const video = presenter.locator('.replay-picture.screen_share video')
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(7)
    await pictureOf(presenter, 'video ready')
    await presenter.evaluate(() => localStorage.setItem('rostrum.language', 'zh-Hant'))
    await presenter.reload()
    await expect(presenter.locator('.replay-matched')).toBeVisible()
    await pictureOf(presenter, 'video ready zh-Hant')
    await presenter.evaluate(() => localStorage.setItem('rostrum.language', 'en'))
  })

  await test.step('an investor watches it once it is approved', async () => {
    const admin = await superadminOf(stack)
    await admin.approveRecording({ uuid: pitch.uuid })
    const investor = await browserOf(browser, stack)
    const link = (await joinLinksOf(stack, ivan.email))[0] ?? ''
    // the link is exchanged before another page is opened
    const joined = investor.waitForResponse(/rest\/together/)
    await investor.goto(link)
    await joined
    await investor.goto(`/live/${pitch.uuid}/replay`)
    await investor.getByRole('button', { name: 'Play' }).click()
    const seen = () =>
      investor
        .locator('.replay video')
        .evaluateAll((all: HTMLVideoElement[]) => all.map(({ currentTime, error }) => (error ? -1 : currentTime)))
    await expect.poll(async () => Math.min(...(await seen())), { timeout: 20_000 }).toBeGreaterThan(2)
    const [picture = 0, heard = 0] = await seen()
    expect(Math.abs(picture - heard)).toBeLessThan(0.2)
    await expect(investor.getByRole('region', { name: 'Attached video' })).toHaveCount(0)
    await expect(investor.locator('.watermark').first()).toHaveText(new RegExp(`^(${ivan.name})+$`))
    await isAccessible(investor)
    const watched = investor.waitForResponse(/noteWatching/)
    await investor.getByRole('button', { name: 'Pause' }).click()
    await watched
    await pictureOf(investor, 'watermark replay')
    const read = investor.waitForResponse(/noteReading/, { timeout: 40_000 })
    await investor.goto(`/previewPdf/${pitch.uuid}`)
    await read
    await expect(investor.locator('.watermark')).toHaveCount(slides.length)
    await pictureOf(investor, 'watermark slides')
  })

  await test.step('and the presenter sees for how long they looked at each slide, and where they stopped', async () => {
    await presenter.goto(`/pitch-management/${pitch.uuid}?tab=attention`)
    const row = presenter.getByRole('row', { name: new RegExp(ivan.email) })
    await expect(row.getByText(/^Slide [12], 0:[01]\d$/)).toBeVisible()
    const slides = presenter.getByRole('region', { name: 'Seconds per slide, all attendees' })
    await expect(slides.getByText(/^Slide 1: 0:[1-5]\d$/)).toBeVisible()
    await expect(slides.getByText('Stopped here')).toHaveCount(1)
    await isFineInEachLanguage(presenter, 'attention')
  })

  await test.step('until it is removed', async () => {
    await presenter.goto(`/pitch-management/${pitch.uuid}?tab=recording`)
    await presenter.getByRole('button', { name: 'Remove video' }).click()
    await presenter.getByRole('dialog').getByRole('button', { name: 'Remove video' }).click()
    await expect(presenter.getByRole('heading', { name: 'No recording' })).toBeVisible()
    await presenter.getByRole('button', { name: 'Undo' }).click()
    await expect(presenter.getByRole('button', { name: 'Watch video' })).toBeVisible()
  })
})
