import { makePdf } from '#testing/decks.ts'
import { callerOf, makePitch } from './api.ts'
import { isFineInEachLanguage, pictureOf } from './looks.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { enter, openPanel, startPitch } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after twenty seconds will not come
test.use({ actionTimeout: 20_000 })

test('[PROD-030, SCREEN-026, PERM-061] an investor is stopped at the door, proves an accreditation, comes in and commits', async ({
  browser,
  stack,
}) => {
  test.setTimeout(420_000)
  const { people, password } = stack.facts
  const { name } = people.investor
  const fields = { enforce_accredit: true, exemption: 'rule506c', about: 'Ink from plants.' }
  const pitch = await makePitch(stack, { attendees: ['investor'], fields })
  const presenter = await startPitch(browser, stack, pitch)
  const page = await browserOf(browser, stack)
  await signIn(page, people.investor.username, password)
  const door = () => page.goto(`/join-session/${pitch.uuid}`)

  await test.step('the door says what is missing, and leads to the guide', async () => {
    await door()
    await expect(page.getByText('Prove your accreditation to join.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Join' })).toHaveCount(0)
    await isAccessible(page)
    await pictureOf(page, 'door missing')
    await page.goto(`/mydashboard/detail/${pitch.uuid}`)
    const next = page.getByRole('region', { name: 'Next step' })
    await expect(next.getByRole('link', { name: 'Prove accreditation' })).toBeVisible()
    await isAccessible(page)
    await pictureOf(page, 'dashboard missing')
    await door()
    await page.getByRole('link', { name: 'Prove accreditation' }).click()
    await expect(page.getByRole('heading', { name: 'Accreditation guide' })).toBeVisible()
    await isFineInEachLanguage(page, 'guide')
  })

  /** Submits a proof, from the guide. */
  const submit = async () => {
    await page.getByRole('radio', { name: 'Individual income' }).check()
    const file = { name: 'tax-forms.pdf', mimeType: 'application/pdf', buffer: await makePdf(1) }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByRole('button', { name: 'Remove tax-forms.pdf' })).toBeVisible()
    await page.getByRole('checkbox', { name: /^I declare/ }).check()
    await pictureOf(page, 'guide filled')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page.getByText('Pending review')).toBeVisible()
  }

  await test.step('a submission is pending, also at the door', async () => {
    await submit()
    await isAccessible(page)
    await pictureOf(page, 'guide pending')
    await page.getByRole('link', { name: 'Back to the pitch' }).click()
    await expect(page.getByText('You can join once your accreditation is approved.')).toBeVisible()
    await isFineInEachLanguage(page, 'door pending')
  })

  const reviewer = await browserOf(browser, stack)
  const act = async (label: string) => {
    await reviewer
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click()
    await reviewer.getByRole('menuitem', { name: label }).click()
  }

  await test.step('a user admin looks at the document, and rejects with a reason', async () => {
    await signIn(reviewer, people.useradmin.username, password)
    await reviewer.goto('/user-management/accreditation')
    await expect(reviewer.getByRole('cell', { name: 'Pending review' })).toBeVisible()
    await isFineInEachLanguage(reviewer, 'queue')
    await act('View documents')
    const dialog = reviewer.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: 'tax-forms.pdf' })).toBeVisible()
    await isAccessible(reviewer)
    await pictureOf(reviewer, 'queue documents')
    await reviewer.keyboard.press('Escape')
    await act('Reject accreditation')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Last year is missing.')
    await isAccessible(reviewer)
    await pictureOf(reviewer, 'queue reject')
    await dialog.getByRole('button', { name: 'Reject accreditation' }).click()
    await expect(reviewer.getByText(`${name} was rejected.`)).toBeVisible()
    await expect(reviewer.getByRole('region', { name: 'Submissions' }).getByText('Last year is missing.')).toBeVisible()
  })

  await test.step('the door says so by itself, and the investor reads why', async () => {
    await expect(page.getByText('Prove your accreditation to join.')).toBeVisible()
    await page.getByRole('link', { name: 'Prove accreditation' }).click()
    await expect(page.getByText('Last year is missing.')).toBeVisible()
    await isAccessible(page)
    await pictureOf(page, 'guide rejected')
  })

  await test.step('the decision is withdrawn, and the submission approved', async () => {
    await act('Withdraw decision')
    await pictureOf(reviewer, 'queue undo')
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Withdraw decision' }).click()
    await expect(reviewer.getByRole('cell', { name: 'Pending review' })).toBeVisible()
    await act('Approve accreditation')
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Approve accreditation' }).click()
    await expect(reviewer.getByText(`${name} was approved.`)).toBeVisible()
    await isAccessible(reviewer)
    await pictureOf(reviewer, 'queue approved')
  })

  await test.step('the investor comes in and commits', async () => {
    await page.reload()
    await expect(page.getByText('Full', { exact: true })).toBeVisible()
    await pictureOf(page, 'guide full')
    await page.getByRole('link', { name: 'Back to the pitch' }).click()
    await pictureOf(page, 'door open')
    await page.goto(`/live/${pitch.uuid}`)
    await openPanel(page, /^Commit/)
    await page.getByLabel('Amount (USD)').fill('40000')
    await page.getByLabel('Your initials').fill('IP')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: /^Commit US\$/ }).click()
    await expect(page.getByText(/^Commitment recorded: US\$40,000/)).toBeVisible()
  })

  await test.step('admin users alone see in the room that the investor is accredited', async () => {
    const admin = await enter(browser, stack, 'admin', pitch)
    const panel = await openPanel(admin, /^Attendees/)
    await expect(panel.getByText('Accredited', { exact: true })).toBeVisible()
    await isAccessible(admin)
    await pictureOf(admin, 'people')
    const others = await openPanel(presenter, /^Attendees/)
    await expect(others.getByText(name)).toBeVisible()
    await expect(others.getByText('Accredited', { exact: true })).toHaveCount(0)
  })

  await test.step('the form asks for the exemption', async () => {
    await presenter.goto('/pitches/create')
    await presenter.getByRole('switch', { name: 'Accredited investors only' }).click({ force: true })
    await expect(presenter.getByRole('combobox', { name: 'Offering exemption' })).toBeVisible()
    await isAccessible(presenter)
    await pictureOf(presenter, 'form')
  })

  const paula = await callerOf(stack, people.presenter.username, password)
  await paula.endPitch({ uuid: pitch.uuid })
})
