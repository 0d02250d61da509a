import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { superadminOf } from './api.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { expect, type Stack, test } from './stack.ts'

/** The app's code, some steps of thirty seconds away: each is accepted once. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Sets up an authenticator app on the page with the factors. Returns its secret and the recovery codes. */
async function setApp(page: Page, password: string): Promise<{ secret: string; recovery: string[] }> {
  await page.getByRole('button', { name: 'Authenticator app', exact: true }).click()
  await page.getByLabel('Your current password').fill(password)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await isAccessible(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, -1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const recovery = await shown.allTextContents()
  await isAccessible(page)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('button', { name: 'Remove Authenticator app' })).toBeVisible()
  return { secret, recovery }
}

async function passwordStep(page: Page, stack: Stack, username: string, address: string): Promise<void> {
  await page.goto('/logout')
  await expect(page.getByLabel('Username or email')).toBeVisible()
  await page.goto(address)
  await page.getByLabel('Username or email').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(stack.facts.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Verify it’s you' })).toBeVisible()
}

// they share the console with later journeys, which sign in by password alone
test.afterEach(async ({ stack }) => {
  const superadmin = await superadminOf(stack)
  for (const { id } of [stack.facts.people.coHost, stack.facts.people.pitchadmin]) {
    await superadmin.clearFactorsByAdmin({ user_id: id, reason: 'The journey is over' })
    await superadmin.clearSecurityQuestions({ user_id: id })
  }
})

test('[PROD-049, PROD-050, NAV-027] a presenter protects the account, and comes in by app, recovery code and questions', async ({
  browser,
  stack,
}) => {
  test.slow()
  const page = await browserOf(browser, stack)
  const { username } = stack.facts.people.coHost
  await signIn(page, username, stack.facts.password)
  await page.goto('/personal-info/settings?tab=security')
  const { secret, recovery } = await setApp(page, stack.facts.password)
  await isAccessible(page)

  await page.goto('/personal-info/security-question')
  const question = (number: number) => page.getByLabel(`Question ${number}`).locator('visible=true')
  await question(1).fill('First street?')
  await page.keyboard.press('Escape')
  await page.getByLabel('Answer 1').fill('Elm Row')
  await question(2).fill('First pet?')
  await page.keyboard.press('Escape')
  await page.getByLabel('Answer 2').fill('Rex')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect(page.getByText('2 questions are set')).toBeVisible()
  await isAccessible(page)

  // by keyboard only, and on to the requested page
  await passwordStep(page, stack, username, '/pitches/list?page=1')
  await isAccessible(page)
  await page.goto('/pitches/create')
  await expect(page).toHaveURL(/\/two-factor-authentication\//)
  await page.goto('/login?redirect=%2Fpitches%2Flist%3Fpage%3D1')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is incorrect or was already used.')
  await page.getByRole('textbox', { name: 'Code' }).fill('')
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/pitches\/list\?page=1$/)

  await passwordStep(page, stack, username, '/login')
  await page.getByRole('button', { name: 'Recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/admin\/index$/)

  await passwordStep(page, stack, username, '/login')
  await page.getByRole('link', { name: 'Security questions' }).click()
  await page.getByLabel('First street?').fill('elm row')
  await page.getByLabel('First pet?').fill('Max')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('The answer to security question 2 is incorrect.')
  await isAccessible(page)
  await page.getByLabel('First pet?').fill('rex')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/index$/)

  await passwordStep(page, stack, username, '/login')
  await page.getByLabel('Don’t ask again in this browser for 30 days').check()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/admin\/index$/)
  await page.goto('/logout')
  await expect(page.getByLabel('Username or email')).toBeVisible()
  await signIn(page, username, stack.facts.password)
  await expect(page).toHaveURL(/\/admin\/index$/)
  expect(await page.evaluate(() => document.cookie)).not.toContain('rostrum')
})

test('[PROD-049, ROUTE-082] a pitch administrator comes in with a passkey, in each language', async ({
  browser,
  stack,
}) => {
  const page = await browserOf(browser, stack)
  const { username } = stack.facts.people.pitchadmin
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await signIn(page, username, stack.facts.password)
  await page.goto('/personal-info/mfa')
  await page.getByRole('button', { name: 'Passkey', exact: true }).click()
  await page.getByLabel('Your current password').fill(stack.facts.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible()

  for (const [language, act] of [
    ['en', 'Use passkey'],
    ['zh-Hans', '使用通行密钥'],
    ['zh-Hant', '使用通行金鑰'],
  ] as const) {
    await page.evaluate(() => localStorage.setItem('rostrum.language', 'en'))
    await passwordStep(page, stack, username, '/login')
    await page.evaluate(chosen => localStorage.setItem('rostrum.language', chosen), language)
    await page.reload()
    await expect(page.getByRole('button', { name: act })).toBeVisible()
    await isAccessible(page)
    await page.getByRole('button', { name: act }).click()
    await expect(page).toHaveURL(/\/admin\/index$/)
  }
})
