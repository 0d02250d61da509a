import type { Locator, Page } from '@playwright/test'
import { makePdf } from '#testing/decks.ts'
import { callerOf, makePitch } from './api.ts'
import { isInside, windows } from './inside.ts'
import { browserOf, signIn } from './people.ts'
import { enter } from './room.ts'
import { expect, test } from './stack.ts'

test.use({ actionTimeout: 10_000 })

/** Opens a panel by its shortcut, in whatever bar its control is. */
async function panel(page: Page, key: string, title: RegExp): Promise<void> {
  await page.locator('.room-main').focus()
  const shown = page.locator('#room-panel').getByRole('heading', { name: title, level: 2 })
  if (!(await shown.isVisible())) await page.keyboard.press(`Alt+${key}`)
  await expect(shown).toBeVisible()
  await expect(page.locator('#room-panel:not([aria-busy=true])')).toBeVisible()
}
const noPanel = async (page: Page, word = 'Close') => {
  const close = page.locator('#room-panel').getByRole('button', { name: word, exact: true })
  if (await close.isVisible()) await close.click()
}
const boxesOf = async (controls: Locator) => {
  const boxes: Record<string, number> = {}
  for (const control of await controls.all()) {
    const label = (await control.locator('.piece-control-label').textContent()) ?? ''
    const box = await control.boundingBox()
    if (box) boxes[label] = Math.round(box.x)
  }
  return boxes
}

/** What is seen once it no longer changes: a bar finds room for its controls some frames after its window has changed. */
async function atRest<T>(look: () => Promise<T>): Promise<T> {
  let last: T | undefined
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await look()]
        last = now
        return before !== undefined && JSON.stringify(before) === JSON.stringify(now)
      },
      { intervals: [400] },
    )
    .toBe(true)
  return last as T
}

test('every control of a rehearsal lies inside the window: door, room, notes, dialogs', async ({ browser, stack }) => {
  test.setTimeout(300_000)
  const { presenter } = stack.facts.people
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const host = await callerOf(stack, presenter.username, stack.facts.password)
  const { uuid } = await host.openRehearsal({ uuid: pitch.uuid })
  const page = await browserOf(browser, stack)
  await signIn(page, presenter.username, stack.facts.password)
  await page.goto(`/join-session/${uuid}`)
  await expect(page.locator('.rehearsed-mark')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter room' })).toBeVisible()
  await expect(page.locator('.room-head')).toBeVisible()
  await isInside(page, 'the door of a rehearsal')
  await page.getByRole('button', { name: 'Enter room' }).click()
  await expect(page.locator('.bar').getByRole('button', { name: 'More' })).toBeVisible()
  await isInside(page, 'the room of a rehearsal', { open: () => noPanel(page) })
  await isInside(page, 'its chat', { open: () => panel(page, 'h', /Chat/) })
  await page.goto(`/live/${uuid}?view=notes`)
  await expect(page.getByRole('button', { name: 'Larger text' })).toBeVisible()
  await isInside(page, 'its window of notes')
})

test('every control of a live room lies inside the window, and nothing scrolls but what is meant to', async ({
  browser,
  stack,
}) => {
  test.setTimeout(600_000)
  const { people, password } = stack.facts
  const pitch = await makePitch(stack, { attendees: ['investor'], fields: { show_question: true } })
  const host = await callerOf(stack, people.presenter.username, password)
  await host.startPitch({ uuid: pitch.uuid })
  const presenter = await enter(browser, stack, 'presenter', pitch)
  const investor = await enter(browser, stack, 'investor', pitch)
  for (const page of [presenter, investor])
    await expect(page.locator('.bar').getByRole('button', { name: 'More' })).toBeVisible()

  await test.step('the presenter', async () => {
    await isInside(presenter, 'the room', { open: () => noPanel(presenter) })
    await isInside(presenter, 'its chat', { open: () => panel(presenter, 'h', /Chat/) })
    await isInside(presenter, 'its people', { open: () => panel(presenter, 'u', /Attendees/) })
    await isInside(presenter, 'its questions', { open: () => panel(presenter, 'q', /Q&A/) })
    await isInside(presenter, 'its notes', { open: () => panel(presenter, 'n', /notes/) })
    await presenter.setViewportSize(windows.laptop)
    await presenter.locator('.bar').getByRole('button', { name: 'Polls' }).click()
    await isInside(presenter, 'its polls')
    await presenter.setViewportSize(windows.laptop)
    await presenter.getByRole('button', { name: 'End pitch' }).click()
    await expect(presenter.getByRole('dialog')).toBeVisible()
    await isInside(presenter, 'ending it')
    await presenter.keyboard.press('Escape')
  })

  await test.step('controls keep their places when others come and go', async () => {
    const coHost = await enter(browser, stack, 'coHost', pitch)
    const controls = coHost.locator('.bar-controls .piece-control:visible')
    await expect(coHost.locator('.bar').getByRole('button', { name: /^Take over/ })).toBeVisible()
    for (const size of Object.values(windows).filter(({ width }) => width >= 720)) {
      await coHost.setViewportSize(size)
      // the controls of what is seldom needed come after the others
      await expect(controls.filter({ hasText: 'React' })).toBeVisible()
      const before = await atRest(() => boxesOf(controls))
      expect(Object.keys(before).length).toBeGreaterThan(8)
      await coHost
        .locator('.bar')
        .getByRole('button', { name: /^Take over/ })
        .click()
      await expect(coHost.locator('.bar').getByRole('button', { name: /^Take over/ })).toHaveCount(0)
      const { 'Take over': _gone, ...stayed } = before
      await expect.poll(() => boxesOf(controls), `${size.width}`).toEqual(stayed)
      await host.transferPitch({ uuid: pitch.uuid, user_id: await idOf(host), keep: true })
      await expect(coHost.locator('.bar').getByRole('button', { name: /^Take over/ })).toBeVisible()
    }
    await coHost.context().close()
  })

  await test.step('an attendee', async () => {
    await isInside(investor, 'the room', { open: () => noPanel(investor) })
    await isInside(investor, 'its chat', { open: () => panel(investor, 'h', /Chat/) })
    await isInside(investor, 'asking', { open: () => panel(investor, 'q', /Q&A/) })
    await isInside(investor, 'the deal', { open: () => panel(investor, 'i', /Company/) })
    await isInside(investor, 'committing', { open: () => panel(investor, 'c', /Commit/) })
  })

  await test.step('feedback on a phone leaves the room where it was', async () => {
    await investor.setViewportSize(windows.phone)
    await panel(investor, 'c', /Commit/)
    await investor.getByText('Love it and wish to invest').click()
    await investor.getByLabel('Comments for the presenter').fill('Send me the data room.')
    await investor.getByRole('button', { name: 'Send feedback' }).click()
    await expect(investor.getByText('Thank you. The presenter can see your feedback.')).toBeVisible()
    await investor.getByText('Love it and wish to invest').focus()
    await isInside(investor, 'after feedback')
  })

  await test.step('a pause', async () => {
    await host.sgFixPause({ pitch_uuid: pitch.uuid, is_paused: true })
    await expect(presenter.getByText('Paused').first()).toBeVisible()
    await isInside(presenter, 'a paused room', { open: () => noPanel(presenter) })
    await isInside(investor, 'a paused room, attending', { open: () => noPanel(investor) })
  })

  await test.step('notes and a second device', async () => {
    await presenter.goto(`/live/${pitch.uuid}?view=notes`)
    await expect(presenter.getByRole('button', { name: 'Larger text' })).toBeVisible()
    await isInside(presenter, 'the window of notes')
    await host.sgFixPause({ pitch_uuid: pitch.uuid, is_paused: false })
    await presenter.goto(`/share-screen/${pitch.uuid}`)
    await expect(presenter.getByRole('button', { name: 'Choose what to share' })).toBeVisible()
    await isInside(presenter, 'the second device')
  })
})

test('[ROOM-001] a deck of upright pages leaves every panel its room, and Chinese words have theirs', async ({
  browser,
  stack,
}) => {
  test.setTimeout(300_000)
  const { people, password } = stack.facts
  const pitch = await makePitch(stack, {
    attendees: ['investor'],
    pdf: await makePdf(3, [612, 792]),
    fields: { show_question: true },
  })
  const investor = await browserOf(browser, stack)
  await signIn(investor, people.investor.username, password)
  await investor.evaluate(() => {
    localStorage.setItem('rostrum.language', 'zh-Hant')
    localStorage.setItem('rostrum.room.look', 'light')
  })
  await investor.goto(`/join-session/${pitch.uuid}`)
  await expect(investor.getByText('開始後，您將自動進入')).toBeVisible()
  await isInside(investor, 'waiting at the door of upright pages')
  const host = await callerOf(stack, people.presenter.username, password)
  await host.startPitch({ uuid: pitch.uuid })
  await expect(investor.locator('.bar .say-control')).toBeVisible()
  await isInside(investor, 'a room of upright pages', { open: () => noPanel(investor, '關閉') })
  await isInside(investor, 'its chat, attending', { open: () => panel(investor, 'h', /聊天/) })
  await isInside(investor, 'its commitments', { open: () => panel(investor, 'c', /認購/) })
  const presenter = await enter(browser, stack, 'presenter', pitch)
  await isInside(presenter, 'a room of upright pages, presenting', { open: () => panel(presenter, 'h', /Chat/) })
  await presenter.goto(`/live/${pitch.uuid}?view=notes`)
  await expect(presenter.getByRole('button', { name: 'Larger text' })).toBeVisible()
  await isInside(presenter, 'notes beside upright pages')
  await host.endPitch({ uuid: pitch.uuid })
  await expect(investor.getByRole('heading', { name: '意見回饋', exact: true, level: 2 })).toBeVisible()
  await isInside(investor, 'what follows a pitch')
})

const idOf = async (caller: Awaited<ReturnType<typeof callerOf>>) => (await caller.getUserInfoByToken({})).user_id
