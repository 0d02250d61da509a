import type { Page } from '@playwright/test'
import { makePptx } from '#testing/decks.ts'
import { callerOf, makePitch } from './api.ts'
import { browserOf, isAccessible, joinLinksOf, mailsOf, signIn } from './people.ts'
import { plays } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

const seesSlide = (page: Page, words: string) =>
  expect(page.locator('.stage-frame figcaption').first()).toContainText(words)
const isMarked = (page: Page) => expect(page.locator('.rehearsed-mark')).toContainText('Rehearsal')

test('[PROD-016] a pitch is rehearsed with its team, begins from there, and other slides are shown while it is live', async ({
  browser,
  stack,
}) => {
  test.setTimeout(300_000)
  const { presenter: paula, coHost: cole, investor: ivan } = stack.facts.people
  const pitch = await makePitch(stack, { slides: ['First', 'Second', 'Third'], attendees: ['investor'] })
  const presenter = await browserOf(browser, stack)
  const coHost = await browserOf(browser, stack)
  const investor = await browserOf(browser, stack)
  await signIn(presenter, paula.username, stack.facts.password)
  await signIn(coHost, cole.username, stack.facts.password)

  let mails = 0
  await test.step('an invitee waits', async () => {
    await expect.poll(async () => (await joinLinksOf(stack, ivan.email))[0] ?? '').toContain(pitch.uuid)
    await investor.goto((await joinLinksOf(stack, ivan.email))[0] ?? '')
    await expect(investor.getByText(`You’ll join automatically when ${paula.name} starts.`)).toBeVisible()
    mails = (await mailsOf(stack, ivan.email)).length
  })

  let room = ''
  await test.step('the presenter opens the rehearsal from the pitch’s page, with the real slides and camera', async () => {
    await presenter.goto(`/pitches/view/${pitch.id}`)
    await presenter.getByRole('button', { name: 'Rehearse' }).click()
    await isMarked(presenter)
    await expect(presenter.getByLabel('Your video')).toBeVisible()
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Enter room' }).click()
    await expect(presenter).toHaveURL(/\/live\//)
    room = new URL(presenter.url()).pathname
    expect(room).not.toContain(pitch.uuid)
    await isMarked(presenter)
    await seesSlide(presenter, 'First')
    await plays(presenter)
    await isAccessible(presenter)
  })

  await test.step('the co-host joins it at the pitch’s door and sees slide, face and words', async () => {
    await coHost.goto(`/join-session/${pitch.uuid}`)
    await coHost.getByRole('button', { name: 'Join rehearsal (1 there)' }).click()
    await isMarked(coHost)
    await coHost.getByRole('button', { name: 'Enter room' }).click()
    await seesSlide(coHost, 'First')
    await plays(coHost)
    await presenter.keyboard.press('ArrowRight')
    await seesSlide(coHost, 'Second')
    await expect(presenter.getByText('2 here')).toBeVisible()
  })

  await test.step('invitees do not get in, or notice', async () => {
    const page = await investor.context().newPage()
    await page.goto(room)
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.locator('.stage')).toHaveCount(0)
    await page.close()
    await expect(investor.getByText(`You’ll join automatically when ${paula.name} starts.`)).toBeVisible()
    expect(await mailsOf(stack, ivan.email)).toHaveLength(mails)
  })

  await test.step('the notes window is marked as well', async () => {
    const notes = await presenter.context().newPage()
    await notes.goto(`${room}?view=notes`)
    await isMarked(notes)
    await notes.close()
  })

  await test.step('one click begins the pitch: the team comes along, and the investor is let in', async () => {
    await presenter.getByRole('button', { name: 'Start pitch' }).click()
    for (const page of [presenter, coHost, investor]) {
      await expect(page).toHaveURL(new RegExp(`/live/${pitch.uuid}`))
      await expect(page.locator('.rehearsed-mark')).toHaveCount(0)
      await seesSlide(page, 'First')
      await plays(page)
    }
    await expect(presenter.getByText('LIVE', { exact: true })).toBeVisible()
  })

  await test.step('another file is sent while it is live, and shown when the presenter says so', async () => {
    await presenter.keyboard.press('ArrowRight')
    await seesSlide(investor, 'Second')
    await presenter.getByRole('button', { name: 'Other decks' }).click()
    const dialog = presenter.getByRole('dialog')
    const buffer = await makePptx([{ title: 'Appendix one' }, { title: 'Appendix two' }])
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'appendix.pptx', mimeType: 'application/octet-stream', buffer })
    const show = dialog.getByRole('button', { name: 'Show appendix.pptx' })
    await expect(show).toBeEnabled({ timeout: 60_000 })
    await isAccessible(presenter)
    await seesSlide(investor, 'Second')
    await show.click()
    for (const page of [presenter, coHost, investor]) await seesSlide(page, 'Appendix one')
    // the chosen file is on all screens: the next key turns its pages
    await expect(dialog).toBeHidden()
    await presenter.keyboard.press('ArrowRight')
    await seesSlide(investor, 'Appendix two')
    await expect(investor.getByText('2 of 2').first()).toBeVisible()
  })

  await test.step('and back to where the deck was left', async () => {
    await presenter.getByRole('button', { name: 'Other decks' }).click()
    const dialog = presenter.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Show deck.pptx' }).click()
    await seesSlide(investor, 'Second')
    await expect(dialog).toBeHidden()
  })

  await test.step('nothing of the rehearsal is in the pitch’s results', async () => {
    const caller = await callerOf(stack, paula.username, stack.facts.password)
    await caller.endPitch({ uuid: pitch.uuid })
    const { items } = await caller.getPitchAttendance({ pitch_uuid: pitch.uuid })
    expect(items.map(item => item.email)).toEqual([ivan.email])
    const listed = await caller.getPitchListForPresenter({ name: pitch.name })
    expect(listed.items.map(item => item.uuid)).toEqual([pitch.uuid])
  })
})
