import type { Page } from '@playwright/test'
import { callerOf } from './api.ts'
import { isFineInEachLanguage, pictureOf } from './looks.ts'
import { browserOf, isAccessible, mailsOf, signIn } from './people.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

const two = (part: number) => String(part).padStart(2, '0')

/** Types a moment of UTC, some minutes from now, into the fields of this name; the form has its own zone beside them. */
async function fillMoment(page: Page, name: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() + minutes * 60_000)
  const date = `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`
  await page.getByRole('textbox', { name: `${name}: date` }).fill(date)
  await page.keyboard.press('Escape')
  await page.getByLabel(`${name}: hours`).fill(two(at.getUTCHours() % 12 || 12))
  await page.getByLabel(`${name}: minutes`).fill(two(at.getUTCMinutes()))
  await page.getByLabel(`${name}: AM or PM`).press(at.getUTCHours() < 12 ? 'A' : 'P')
}

async function inUtc(page: Page, label: string): Promise<void> {
  const zone = page.getByRole('combobox', { name: label })
  await zone.fill('UTC')
  await page.getByRole('option', { name: /^UTC/ }).first().click()
}

test('[PROD-014] a pitch is drafted on two devices, approved, and its invitations go out to a list at their hour', async ({
  browser,
  stack,
}) => {
  test.setTimeout(600_000)
  const { people, password } = stack.facts
  const name = `Beforehand ${Date.now()}`
  const uwe = await callerOf(stack, people.useradmin.username, password)
  const made = { list_name: `Angels ${Date.now()}`, list_type: 'static', shared: true } as const
  const { id: list_id } = await uwe.createList(made)
  const emails = ['angel@beforehand.test', 'out@beforehand.test', 'twice@beforehand.test']
  await uwe.addListMembers({ list_id, contacts: emails.map(email => ({ email })) })
  await uwe.addSuppression({ kind: 'unsubscribe', address: 'out@beforehand.test' })

  const laptop = await browserOf(browser, stack)
  await test.step('the founder begins a draft on one device', async () => {
    await signIn(laptop, people.presenter.username, password)
    await laptop.goto('/pitches/create')
    await laptop.getByLabel('Pitch name').fill(name)
    await laptop.getByRole('textbox', { name: 'Company' }).fill('Quill Co')
    await laptop.getByLabel('Deal terms').fill('SAFE at 22 million.')
    await laptop.getByText('Draft saved', { exact: true }).waitFor()
  })

  const phone = await browserOf(browser, stack, { viewport: { width: 390, height: 844 } })
  await test.step('goes on on another, in three languages, and creates the pitch', async () => {
    await signIn(phone, people.presenter.username, password)
    await phone.goto('/pitches/draft')
    await isFineInEachLanguage(phone, 'drafts')
    await phone.getByRole('link', { name }).first().click()
    await expect(phone.getByLabel('Deal terms')).toHaveValue('SAFE at 22 million.')
    await inUtc(phone, 'Time zone')
    await fillMoment(phone, 'Start', 60)
    await fillMoment(phone, 'End', 120)
    await phone.getByLabel('Present without slides').check()
    await phone.getByLabel('Deal terms').fill('SAFE at 25 million.')
    await phone.getByText('Draft saved', { exact: true }).waitFor()
    await phone.getByRole('button', { name: 'Create pitch' }).click()
    await expect(phone.getByRole('heading', { name, level: 1 })).toBeVisible()
  })

  await test.step('before a pitch is created, its invitation is shown beside the form', async () => {
    const page = await browserOf(browser, stack)
    await signIn(page, people.presenter.username, password)
    await page.goto('/pitches/create')
    await page.getByLabel('Pitch name').fill(`${name} II`)
    await page.getByLabel('People to invite', { exact: true }).fill('angel@beforehand.test')
    await page.getByRole('button', { name: 'Preview invitation' }).click()
    await expect(page.getByText('Enter a name, a start, and an end to see the invitation here.')).toBeVisible()
    await inUtc(page, 'Time zone')
    await fillMoment(page, 'Start', 60)
    await fillMoment(page, 'End', 120)
    const mail = page.frameLocator('iframe')
    await expect(mail.getByText(`${name} II`).first()).toBeVisible()
    await isAccessible(page)
    await pictureOf(page, 'create')
    await page.context().close()
  })
  const paula = await callerOf(stack, people.presenter.username, password)
  const found = (await paula.getPitchListForEp({ name })).items.find(row => row.presentation_name === name)
  const uuid = found?.uuid ?? ''

  const office = await browserOf(browser, stack)
  await test.step('the pitch administrator approves it with a released part, by the keyboard alone', async () => {
    await signIn(office, people.pitchadmin.username, password)
    await office.goto(`/pitches/validation?pitch=${uuid}`)
    await expect(office.getByText('SAFE at 25 million.')).toBeVisible()
    await isFineInEachLanguage(office, 'review')
    await office.getByLabel('Released from').focus()
    await office.keyboard.type('00:00:00')
    await office.keyboard.press('Tab')
    await office.keyboard.type('00:45:00')
    await office.keyboard.press('Enter')
    for (let step = 0; step < 6; step++) {
      if ((await office.locator(':focus').textContent()) === 'Approve pitch') break
      await office.keyboard.press('Tab')
    }
    await office.keyboard.press('Enter')
    await expect(office.getByText('Pitch approved.')).toBeVisible()
    await office.goto('/pitches/validation?status=all')
    await isFineInEachLanguage(office, 'reviews')
  })

  await test.step('the founder plans the invitations for a list, which is read at that moment', async () => {
    await laptop.goto(`/pitches/invite/${uuid}`)
    await laptop.getByLabel('People to invite', { exact: true }).fill('twice@beforehand.test')
    await laptop.getByRole('combobox', { name: /Contact lists/ }).click()
    await laptop.getByRole('option', { name: new RegExp(made.list_name) }).click()
    await expect(
      laptop.getByText('1 person from these lists. Left out: 1 listed twice and 1 suppressed.'),
    ).toBeVisible()
    await laptop.getByRole('radio', { name: 'Later' }).check()
    await inUtc(laptop, 'Time zone for sending')
    await fillMoment(laptop, 'Sending time', 3)
    await isAccessible(laptop)
    await pictureOf(laptop, 'plan')
    await laptop.getByRole('button', { name: 'Schedule for 2 people' }).click()
    await expect(laptop.getByText(/Invitations go out .* to 1 person and 1 contact list\./)).toBeVisible()
    await uwe.addListMembers({ list_id, contacts: [{ email: 'late@beforehand.test' }] })
    await laptop.goto('/pitches/scheduled')
    await expect(laptop.getByRole('cell', { name: '1 person and 1 contact list' })).toBeVisible()
    await isFineInEachLanguage(laptop, 'scheduled')
  })

  await test.step('at that hour everybody but who has unsubscribed is invited, once', async () => {
    const sent = async () => (await paula.getSchedulePitchList({ name })).items[0]?.state
    await expect.poll(sent, { timeout: 200_000, intervals: [2000] }).toBe('sent')
    const mailed = async (email: string) => (await mailsOf(stack, email)).length
    for (const email of ['angel', 'late', 'twice'])
      await expect.poll(() => mailed(`${email}@beforehand.test`), { message: email }).toBe(1)
    expect(await mailed('out@beforehand.test')).toBe(0)
    await laptop.goto('/pitches/scheduled?state=sent')
    await expect(laptop.getByText('1 not invited: suppressed address or disabled account')).toBeVisible()
    await laptop.goto(`/pitches/reminderattendees/${uuid}`)
    await expect(laptop.getByRole('button', { name: 'Remind 3 people' })).toBeVisible()
    await isFineInEachLanguage(laptop, 'reminders')
  })

  await test.step('the list says who gets no email', async () => {
    const desk = await browserOf(browser, stack)
    await signIn(desk, people.useradmin.username, password)
    await desk.goto(`/list-management/member/${list_id}`)
    const gone = desk.getByRole('row').filter({ hasText: 'out@beforehand.test' })
    await expect(gone.getByText('No email: unsubscribed')).toBeVisible()
  })
})
