import type { Locator } from '@playwright/test'
import { callerOf, makePitch } from './api.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { enter, openPanel } from './room.ts'
import { expect, test } from './stack.ts'

test.use({ actionTimeout: 10_000 })

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const boxOf = async (found: Locator) => (await found.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('on a phone who presents has two rows of controls, and nothing lies over the slide', async ({
  browser,
  stack,
}) => {
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const presenter = await browserOf(browser, stack, phone)
  await signIn(presenter, stack.facts.people.presenter.username, stack.facts.password)
  await presenter.goto(`/live/${pitch.uuid}`)
  await presenter.getByRole('button', { name: 'Start pitch' }).click()
  await expect(presenter.getByRole('button', { name: 'End pitch' })).toBeVisible()
  await expect(presenter.locator('.bar').getByRole('button', { name: /^Q&A/ })).toBeVisible()

  await test.step('the bar', async () => {
    const tops = new Set<number>()
    for (const button of await presenter.locator('.bar button:visible').all()) {
      const { y, height, x, width } = await boxOf(button)
      tops.add(Math.round((y + height / 2) / 20))
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(390)
    }
    expect(tops.size).toBe(2)
    expect((await boxOf(presenter.locator('.bar'))).height).toBeLessThan(120)
    await expect(presenter.locator('.bar').getByRole('button', { name: 'Notes' })).toBeHidden()
  })

  await test.step('the rest behind More, whole in the window', async () => {
    await presenter.getByRole('button', { name: 'More' }).click()
    const more = presenter.locator('.more-choice')
    for (const name of ['Pointer', 'Notes', 'Polls', 'Background', 'Company'])
      await expect(more.getByRole('button', { name: new RegExp(name, 'i') }).first()).toBeInViewport({ ratio: 1 })
    await expect(more.getByRole('group', { name: 'React' })).toBeInViewport({ ratio: 1 })
    await isAccessible(presenter)
    await more.getByRole('button', { name: 'Notes' }).click()
    await expect(presenter.getByRole('heading', { name: 'Speaker notes' })).toBeVisible()
    await presenter.getByRole('button', { name: 'Close', exact: true }).click()
  })

  const investor = await enter(browser, stack, 'investor', pitch, phone)
  await test.step('an investor leafs below the slide, with and without a panel', async () => {
    await presenter.locator('.filmstrip > .filmstrip-step').nth(1).click()
    const pages = investor.locator('.look-back-pages')
    await expect(pages).toBeVisible()
    const isBelow = async () => {
      const [slide, leaf] = [await boxOf(investor.locator('.stage-frame')), await boxOf(pages)]
      return leaf.y >= slide.y + slide.height && leaf.y + leaf.height <= 844
    }
    expect(await isBelow()).toBe(true)
    await pages.getByRole('button').first().click()
    await expect(investor.getByText(/^You’re on slide 1/)).toBeVisible()
    expect(await isBelow()).toBe(true)
    const panel = await openPanel(investor, /^Chat/)
    await expect(panel).toBeVisible()
    expect(await isBelow()).toBe(true)
    expect((await boxOf(panel)).y).toBeGreaterThanOrEqual((await boxOf(pages)).y + (await boxOf(pages)).height)
    await isAccessible(investor)
    await openPanel(investor, /^Chat/)
    await investor.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('captions are below the slide and what leafs it', async () => {
    await investor
      .locator('.bar')
      .getByRole('button', { name: /captions$/ })
      .click()
    const { facts } = stack
    const host = await callerOf(stack, facts.people.presenter.username, facts.password)
    const text = 'Hull fouling costs the world fleet some thirty billion dollars of fuel a year.'
    const said = { pitch_uuid: pitch.uuid, id: crypto.randomUUID(), text, language: 'en' as const }
    await host.sendCaption({ ...said, final: true, spoken_ms: 1000 })
    const caption = investor.locator('.captions').getByText(text)
    await expect(caption).toBeInViewport({ ratio: 1 })
    const [words, leaf] = [await boxOf(caption), await boxOf(investor.locator('.look-back-pages'))]
    expect(words.y).toBeGreaterThanOrEqual(leaf.y + leaf.height)
    expect(words.y + words.height).toBeLessThanOrEqual((await boxOf(investor.locator('.bar'))).y)
  })
})

test('a poll has its button in sight however long it is, in every panel that is open', async ({ browser, stack }) => {
  const { facts } = stack
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const host = await callerOf(stack, facts.people.presenter.username, facts.password)
  await host.startPitch({ uuid: pitch.uuid })
  const options = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'].map(
    word => `${word}, and in so many words that they take two lines of a narrow panel`,
  )
  const { id: poll_id } = await host.savePoll({ pitch_uuid: pitch.uuid, question: 'Which of them?', options })
  await host.openPoll({ pitch_uuid: pitch.uuid, poll_id })
  const page = await enter(browser, stack, 'investor', pitch)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1280, height: 640 },
    { width: 800, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await openPanel(page, /^Chat/)
    const unfold = page.getByRole('button', { name: 'Expand poll' })
    if (await unfold.isVisible()) await unfold.click()
    const [panel, vote] = [page.locator('#room-panel:visible'), page.getByRole('button', { name: 'Vote', exact: true })]
    await expect(vote, `${viewport.width}`).toBeInViewport({ ratio: 1 })
    const [around, button] = [await boxOf(panel), await boxOf(vote)]
    expect(button.y + button.height, `${viewport.width}`).toBeLessThanOrEqual(around.y + around.height)
  }
})
