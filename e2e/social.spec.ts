import { test as base, type Page } from '@playwright/test'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { type OAuthServer, startOAuthServer } from '#testing/oauthServer.ts'
import { providerSettings } from '#testing/socialBrowser.ts'
import { isFineInEachLanguage, pictureOf } from './looks.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { expect, type Stack } from './stack.ts'

interface Parts {
  readonly stack: Stack
  /** Stand-ins for the providers, with pages that send the browser back. */
  readonly linkedin: OAuthServer
  readonly others: OAuthServer
}

const test = base.extend<object, { parts: Parts }>({
  parts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const linkedin = await startOAuthServer({ putsNonce: false })
      const others = await startOAuthServer()
      const env = {
        ...providerSettings({ linkedin, others }),
        OPERATOR_NAME: 'Harbour Ventures',
        SUPPORT_EMAIL: 'help@harbour.example',
      }
      const console = await startConsoleProcess({ mode: 'demo', env })
      await use({ stack: { ...console, facts: await console.demo() }, linkedin, others })
      await Promise.all([console.stop(), linkedin.stop(), others.stop()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const me = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('[CALL-187, ROUTE-030] a presenter signs in with LinkedIn, and goes to where they wanted', async ({
  browser,
  parts: { stack, linkedin },
}) => {
  const { presenter } = stack.facts.people
  const page = await browserOf(browser, stack)
  linkedin.seat({ sub: 'li-1', name: 'Paula Reyes', email: presenter.email, email_verified: true })
  await page.goto('/pitches/list')
  await isAccessible(page)
  await page.getByRole('button', { name: 'Continue with LinkedIn' }).click()
  await expect(page).toHaveURL(/\/pitches\/list$/)
  await expect(me(page, /Your account/)).toBeVisible()

  // a verified provider stays connected, and is disconnected with the password
  await page.goto('/personal-info/settings?tab=security')
  await expect(page.getByText('Paula Reyes · paula@tidewater.example')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Disconnect LinkedIn' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect LinkedIn' })
  await dialog.getByRole('textbox', { name: 'Your Rostrum password' }).fill(stack.facts.password)
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect LinkedIn' })).toBeVisible()

  // and connected again from there
  await page.getByRole('button', { name: 'Connect Facebook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Connect LinkedIn' }).click()
  await page.getByRole('textbox', { name: 'Your Rostrum password' }).fill(stack.facts.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('button', { name: 'Disconnect LinkedIn' })).toBeVisible()
  await expect(page.getByText('LinkedIn is connected.')).toBeVisible()
})

test('turning back at the provider, and a provider account that is unknown here', async ({
  browser,
  parts: { stack, linkedin },
}) => {
  const page = await browserOf(browser, stack)
  linkedin.seat(undefined)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with LinkedIn' }).click()
  await expect(page.getByRole('heading', { name: 'LinkedIn sign-in canceled' })).toBeVisible()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await isAccessible(page)
  linkedin.seat({ sub: 'li-2', email: 'stranger@elsewhere.example', email_verified: true })
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: 'Continue with LinkedIn' }).click()
  await expect(page.getByRole('alert')).toContainText('There’s no account with this email address.')
})

test('[CALL-188, ROUTE-032] 微信 asks for an address first, and keeps asking after a reload', async ({
  browser,
  parts: { stack, others },
}) => {
  const page = await browserOf(browser, stack, { viewport: { width: 390, height: 780 } })
  await page.addInitScript(() => localStorage.setItem('rostrum.language', 'zh-Hans'))
  others.seat({ sub: 'wx-1', name: '小明' })
  await page.goto('/landingpage-login')
  await page.getByRole('button', { name: '使用微信继续' }).click()
  await expect(page.getByLabel('邮箱')).toBeFocused()
  await page.reload()
  await page.getByLabel('邮箱').fill(stack.facts.people.investor.email)
  await isAccessible(page)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByLabel('邮件中的验证码').fill('00000000')
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await isAccessible(page)
})

test('[PROD-001, ROUTE-041, ROUTE-042, ROUTE-007, ROUTE-054] the pages that anybody may open, in three languages, light and dark', async ({
  browser,
  parts: { stack },
}) => {
  test.setTimeout(240_000) // axe checks eighteen pages
  const pages = ['/landingpage-login', '/privacy-policy', '/terms-of-service', '/thank-you', '/flyer-test', '/test']
  const looks = [
    ['en', 'light', 1280],
    ['zh-Hans', 'dark', 800],
    ['zh-Hant', 'light', 360],
  ] as const
  for (const [language, colorScheme, width] of looks) {
    const page = await browserOf(browser, stack, { colorScheme, viewport: { width, height: 800 } })
    await page.addInitScript(chosen => localStorage.setItem('rostrum.language', chosen), language)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await isAccessible(page)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
    await page.context().close()
  }
})

test('[NAV-006, NAV-007, SCREEN-020] a presenter chooses invitees among their Google contacts, and the form begins at them', async ({
  browser,
  parts: { stack, others },
}) => {
  const { presenter } = stack.facts.people
  const page = await browserOf(browser, stack)
  others.seat({ sub: 'g-contacts' })
  others.contacts.connections = Array.from({ length: 120 }, (_, n) => ({
    names: [{ givenName: `Ada ${n}`, familyName: 'Okafor' }],
    emailAddresses: [{ value: `ada${n}@contacts.test` }, ...(n === 0 ? [{ value: 'home@contacts.test' }] : [])],
    organizations: [{ name: 'Harbour Ventures' }],
  }))
  others.contacts.otherContacts = [{ emailAddresses: [{ value: 'written@contacts.test' }] }, { names: [{}] }]
  await signIn(page, presenter.username, stack.facts.password)
  await page.goto('/pitches/create')
  // a new page starts at its top
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const choose = async (search: string, path: RegExp) => {
    await page.getByRole('link', { name: 'Select Google Contacts' }).click()
    await expect(page).toHaveURL(/select-google-contacts/)
    await page.getByRole('button', { name: 'Continue to Google' }).click()
    await expect(page.getByText('1 contact has no email address.')).toBeVisible()
    await page.getByLabel('Search by name, email, or company').fill(search)
    await page.getByRole('checkbox', { name: /^Select (all|1 contact)/ }).check()
    await isAccessible(page)
    await pictureOf(page, `google - ${search}`)
    await page.getByRole('button', { name: /^Add / }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByLabel('People to invite', { exact: true })).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(850)
  }
  await choose('written', /\/pitches\/create$/)
  await expect(page.getByLabel('People to invite', { exact: true })).toHaveValue('written@contacts.test')
  await page.getByLabel('Pitch name').fill('With contacts')
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await choose('ada 1', /\/pitches\/edit-draft\?id=/)
  await expect(page.getByText('40 people will be invited')).toBeVisible()
  await page.goto('/pitches/select-google-contacts')
  await isFineInEachLanguage(page, 'google consent')
  others.seat(undefined)
  await page.getByRole('button', { name: 'Continue to Google' }).click()
  await expect(page.getByRole('heading', { name: 'You canceled at Google' })).toBeVisible()
  await isAccessible(page)
})
