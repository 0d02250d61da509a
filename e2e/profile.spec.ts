import { browserOf, isAccessible, mailsOf, signIn } from './people.ts'
import { expect, test } from './stack.ts'

test('[SCREEN-010, SCREEN-011, NAV-009, ENT-042] an investor says who they are and takes a picture, by the keyboard alone', async ({
  browser,
  stack,
}) => {
  const { investor } = stack.facts.people
  const page = await browserOf(browser, stack, { timezoneId: 'Europe/Berlin' })
  await signIn(page, investor.username, stack.facts.password)
  await expect(page).toHaveURL(/\/personal-info\/profile$/)
  await page.getByLabel('Position').fill('Managing partner')
  await page.getByLabel('LinkedIn profile').fill('linkedin.com/in/the-investor/')
  await page.getByLabel('LinkedIn profile').press('Enter')
  await expect(page.getByText('Profile saved.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'LinkedIn profile' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/in/the-investor',
  )
  // Times are shown in the profile's zone, not in the device's.
  await expect(page.getByText(/ (EST|EDT)$/)).toBeVisible()
  await isAccessible(page)

  await page.getByRole('link', { name: 'My avatar' }).press('Enter')
  await page.getByRole('button', { name: 'Use camera' }).press('Enter')
  const shoot = page.getByRole('button', { name: 'Take picture' })
  await expect(shoot).toBeEnabled()
  await isAccessible(page)
  await shoot.press('Enter')
  await page.getByRole('slider', { name: 'Zoom' }).press('End')
  await page.getByRole('application').press('ArrowLeft')
  await isAccessible(page)
  await page.getByRole('button', { name: 'Save picture' }).press('Enter')
  await expect(page.getByText('Picture saved.')).toBeVisible()
  const face = page.locator('.me img')
  await expect(face).toHaveAttribute('src', /^\/webapi\/pictures\/[\w-]{22}\.webp$/)
  expect(await face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)

  await page.getByRole('button', { name: 'Delete picture' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete picture' }).press('Enter')
  await expect(page.getByText('You have no picture. People see your initials.')).toBeVisible()
})

test('[CALL-095, CALL-096, STATE-075, STATE-076] a member moves to another address, and undoes it from the old one', async ({
  browser,
  stack,
}) => {
  // a person whose password is reset by undoing the change; no other journey needs them
  const { member } = stack.facts.people
  const page = await browserOf(browser, stack)
  await signIn(page, member.username, stack.facts.password)
  await page.goto('/personal-info/profile')
  await page.getByRole('button', { name: 'Change email address' }).click()
  await page.getByLabel('New email address').fill('moved@elsewhere.example')
  await page.getByLabel('Your password').fill(stack.facts.password)
  await page.getByRole('button', { name: 'Create a code' }).click()
  await expect(page.getByText(/The code for moved@elsewhere.example is in the outbox/)).toBeVisible()
  await isAccessible(page)
  const [mail = ''] = await mailsOf(stack, 'moved@elsewhere.example')
  await page.getByLabel('Code from the email').fill(/\b\d{4} \d{4}\b/.exec(mail)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('moved@elsewhere.example is confirmed.')).toBeVisible()

  const [notice = ''] = await mailsOf(stack, member.email)
  const link = /https?:\/\/\S+\/email\/undo-change\?link_code=[\w-]+/.exec(notice)?.[0] ?? ''
  const other = await browserOf(browser, stack)
  await other.goto(link)
  await expect(other.getByText(`changed from ${member.email} to moved@elsewhere.example`)).toBeVisible()
  await expect(other).toHaveURL(/\/email\/undo-change$/)
  await isAccessible(other)
  await other.getByRole('button', { name: 'Undo change' }).click()
  await expect(other.getByText(`Your address is ${member.email} again.`, { exact: false })).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Username or email')).toBeVisible()
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(stack.facts.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})
