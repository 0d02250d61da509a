import type { Page } from '@playwright/test'
import pptxgen from 'pptxgenjs'
import { browserOf, isAccessible, joinLinksOf, signIn } from './people.ts'
import { plays } from './room.ts'
import { expect, test } from './stack.ts'

const slides = ['Quill, a seed round', 'The problem', 'The product', '市场规模', 'The ask']

/** A real deck, in the format of a presenter's program. */
async function deck(): Promise<Buffer> {
  const Deck = pptxgen as unknown as new () => InstanceType<typeof pptxgen.default>
  const made = new Deck()
  for (const words of slides) made.addSlide().addText(words, { x: 1, y: 1, w: 8, h: 2, fontSize: 40 })
  return (await made.write({ outputType: 'nodebuffer' })) as Buffer
}

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

const seesSlide = (page: Page, number: number) =>
  expect(page.locator('.stage-frame figcaption')).toContainText(slides[number - 1] ?? '')

/** A day and a time for the form: some minutes from now in UTC, and so hours from now by the presenter's own clock. */
function moment(minutes: number) {
  const at = new Date(Date.now() + minutes * 60_000)
  const two = (part: number) => String(part).padStart(2, '0')
  return {
    date: `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`,
    hours: two(at.getUTCHours() % 12 || 12),
    minutes: two(at.getUTCMinutes()),
    noon: at.getUTCHours() < 12 ? 'AM' : 'PM',
  }
}

async function fillMoment(page: Page, name: 'Start' | 'End', minutes: number): Promise<void> {
  const at = moment(minutes)
  const field = page.getByRole('group', { name })
  await field.getByRole('textbox').first().fill(at.date)
  await page.keyboard.press('Escape')
  await field.getByLabel(`${name}: hours`).fill(at.hours)
  await field.getByLabel(`${name}: minutes`).fill(at.minutes)
  await field.getByLabel(`${name}: AM or PM`).press(at.noon.slice(0, 1))
}

test('[PROD-002, PROD-012, PROD-013, PROD-014, PROD-015, PROD-016, PROD-020, PROD-022, PROD-026, PROD-027] one pitch from schedule to commitment', async ({
  browser,
  stack,
}) => {
  test.setTimeout(420_000)
  const { presenter: paula, investor: ivan, chineseInvestor: yilin } = stack.facts.people
  const presenter = await browserOf(browser, stack)
  const name = `Quill seed ${Date.now()}`

  await test.step('the presenter signs in and schedules a pitch with a real deck', async () => {
    await signIn(presenter, paula.username, stack.facts.password)
    await presenter.goto('/pitches/create')
    await presenter.getByLabel('Pitch name').fill(name)
    await presenter.getByRole('textbox', { name: 'Company' }).fill('Quill Co')
    await fillMoment(presenter, 'Start', 10)
    await fillMoment(presenter, 'End', 70)
    await presenter
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'Quill.pptx', mimeType: 'application/octet-stream', buffer: await deck() })
    await presenter.getByLabel('People to invite', { exact: true }).fill(`${ivan.email}, ${yilin.email}`)
    await presenter.getByLabel('About').fill('Pens that write contracts.')
    await presenter.getByLabel('Deal terms').fill('Two million dollars, preferred shares.')
    await expect(presenter.getByText('5 slides').first()).toBeVisible({ timeout: 60_000 })
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Create and invite 2 people' }).click()
    await expect(presenter.getByRole('heading', { name })).toBeVisible()
    await isAccessible(presenter)
  })

  let pitch = ''
  const investor = await browserOf(browser, stack)
  const chinese = await browserOf(browser, stack, { viewport: { width: 1024, height: 768 } })
  await test.step('[NAV-029, NAV-030, NAV-031, STATE-016] the invited open their links and wait', async () => {
    const linkFor = async (email: string) => {
      await expect.poll(async () => (await joinLinksOf(stack, email)).length).toBeGreaterThan(1)
      const [newest = ''] = await joinLinksOf(stack, email)
      return newest
    }
    const link = await linkFor(ivan.email)
    pitch = /join-session\/([\w-]+)/.exec(link)?.[1] ?? ''
    await investor.goto(link)
    await expect(investor).toHaveURL(/\/join-session-wait\?pitch=[\w-]+$/)
    await expect(
      investor.getByText(
        `${paula.name} starts the pitch at that time. Use this link to join; you don’t need to wait here.`,
      ),
    ).toBeVisible()
    await expect(investor.getByRole('timer')).toBeVisible()
    await expect(investor.getByText(ivan.name)).toBeVisible()
    await isAccessible(investor)
    await chinese.goto(await linkFor(yilin.email))
    await expect(chinese.getByText(`届时由 ${paula.name} 开始`)).toBeVisible()
    await isAccessible(chinese)
  })

  await test.step('[SCREEN-040] the presenter checks camera and sound, enters and starts', async () => {
    await presenter.goto(`/join-session/${pitch}`)
    await expect(presenter.getByLabel('Your video')).toBeVisible()
    await expect(presenter.getByText('Your browser is supported')).toBeVisible()
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Enter room' }).click()
    await expect(presenter.getByText('About to start. 2 people are waiting.')).toBeVisible()
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Start pitch' }).click()
    // a start hours before its time asks for confirmation
    await expect(presenter.getByRole('dialog', { name: 'Start now?' })).toBeVisible()
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Start now' }).click()
  })

  await test.step('[STATE-011, PROD-016] both investors are let in by themselves and see slide and video', async () => {
    for (const page of [investor, chinese]) {
      await expect(page).toHaveURL(new RegExp(`/live/${pitch}`))
      await seesSlide(page, 1)
      await plays(page)
    }
    await plays(presenter)
    await isAccessible(investor)
    await isAccessible(chinese)
    await isAccessible(presenter)
  })

  await test.step('[STATE-011] a page change reaches everybody, by key, by number and by thumbnail', async () => {
    await presenter.keyboard.press('ArrowRight')
    for (const page of [presenter, investor, chinese]) await seesSlide(page, 2)
    await presenter.keyboard.press('4')
    await presenter.keyboard.press('Enter')
    for (const page of [presenter, investor, chinese]) await seesSlide(page, 4)
    await presenter.getByRole('button', { name: 'Slide 3', exact: true }).click()
    for (const page of [presenter, investor, chinese]) await seesSlide(page, 3)
  })

  await test.step('[ROOM-003, ROOM-008, RULE-100] a chat line arrives, as text and with its link', async () => {
    await chinese.getByRole('button', { name: '聊天' }).click()
    if (!(await chinese.getByLabel('发送给所有人').isVisible()))
      await chinese.getByRole('button', { name: '聊天' }).click()
    await investor.getByLabel('Message to everyone').fill('<b>Hello</b>, see https://example.com/terms.')
    await investor.keyboard.press('Enter')
    for (const page of [presenter, chinese]) {
      await expect(page.locator('.chat-text')).toContainText('<b>Hello</b>, see')
      const link = page.getByRole('link', { name: 'https://example.com/terms' })
      await expect(link).toHaveAttribute('rel', /noopener/)
    }
    await isAccessible(chinese)
  })

  await test.step('[ROOM-002, ROOM-004, ROOM-006, ROOM-021] people and company stand beside the slide', async () => {
    await investor.getByRole('button', { name: /^Attendees/ }).click()
    await expect(investor.getByText('Presenter', { exact: true })).toBeVisible()
    await expect(investor.getByText('3 of 5 here').or(investor.getByText('3 of 3 here'))).toBeVisible()
    await isAccessible(investor)
    await investor.getByRole('button', { name: 'Company' }).click()
    await expect(investor.getByText('Pens that write contracts.')).toBeVisible()
    await expect(investor.getByText('Two million dollars, preferred shares.')).toBeVisible()
    await isAccessible(investor)
  })

  await test.step('a presenter who reloads is back and still live', async () => {
    await presenter.reload()
    await seesSlide(presenter, 3)
    await expect(presenter.getByRole('button', { name: 'End pitch' })).toBeVisible()
    await plays(investor)
  })

  await test.step('[PROD-027, RULE-088] an investor commits, once, after seeing what will be recorded', async () => {
    await investor.getByRole('button', { name: 'Commit' }).click()
    await investor.getByLabel('Amount (USD)').fill('0')
    await investor.getByRole('button', { name: 'Review' }).click()
    await expect(investor.getByText('Enter an amount above zero')).toBeVisible()
    await investor.getByLabel('Amount (USD)').fill('25000')
    await investor.getByLabel('Your initials').fill('IP')
    await isAccessible(investor)
    await investor.getByRole('button', { name: 'Review' }).click()
    await expect(investor.getByRole('dialog', { name: 'Commit US$25,000?' })).toContainText('IP')
    await isAccessible(investor)
    await investor.getByRole('button', { name: 'Commit US$25,000' }).click()
    await expect(investor.getByText('Commitment recorded: US$25,000')).toBeVisible()
  })

  await test.step('[STATE-018, STATE-034] the end shows over to all at once', async () => {
    await presenter.getByRole('button', { name: 'End pitch' }).click()
    await expect(presenter.getByText('2 people will see that the pitch has ended.')).toBeVisible()
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'End pitch for everyone' }).click()
    await expect(investor.getByRole('heading', { name: 'The pitch has ended' })).toBeVisible()
    await expect(chinese.getByRole('heading', { name: '路演已结束' })).toBeVisible()
    await isAccessible(presenter)
  })

  await test.step('[PROD-026] feedback is asked for when it is over', async () => {
    await chinese.getByText('非常看好，有意投资').click()
    await chinese.getByLabel('给主讲人的留言').fill('很好')
    await isAccessible(chinese)
    await chinese.getByRole('button', { name: '提交反馈' }).click()
    await expect(chinese.getByText('感谢您的反馈。主讲人可以看到。')).toBeVisible()
  })

  await test.step('[CONST-042, PROD-015] the presenter is taken to the results', async () => {
    await expect(presenter).toHaveURL(new RegExp(`/pitch-management/${pitch}`), { timeout: 15_000 })
    await presenter.getByRole('tab', { name: 'Commitments' }).click()
    await expect(presenter.getByText('US$25,000').first()).toBeVisible()
    await presenter.getByRole('tab', { name: 'Feedback' }).click()
    await expect(presenter.getByText('很好')).toBeVisible()
    await isAccessible(presenter)
  })
})
