import type { Page } from '@playwright/test'
import { makePitch } from './api.ts'
import { browserOf, signIn } from './people.ts'
import { startPitch } from './room.ts'
import { expect, test } from './stack.ts'

/** From now on the web app's files are missing, as after an update, until the page is reloaded. */
async function replaceWebApp(page: Page) {
  const now = { gone: true, loads: 0 }
  await page.route(/\/assets\/.*\.js$/, route => (now.gone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.route('/', route =>
    route.request().isNavigationRequest()
      ? route.continue()
      : route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/new.js"></script>' }),
  )
  page.on('request', request => {
    if (!request.isNavigationRequest()) return
    now.loads++
    now.gone = false
  })
  return now
}

test('the console goes on by itself with the newer web app, once', async ({ browser, stack }) => {
  const page = await browserOf(browser, stack)
  // the code for the update is fetched some time after the page is shown
  const prepared = page.waitForResponse(/\/assets\/outdated-[\w-]+\.js$/)
  await signIn(page, stack.facts.people.admin.username, stack.facts.password)
  const users = page.getByRole('link', { name: 'User management' })
  await expect(users).toBeVisible()
  await prepared
  const now = await replaceWebApp(page)
  await users.click()
  await expect(page.getByRole('heading', { level: 1, name: 'User management' })).toBeVisible()
  expect(now.loads).toBe(1)
  // a second update right after the question: no reload loop
  now.gone = true
  await page.getByRole('link', { name: 'Sign-in history' }).click()
  await expect(page.getByText('A new version is available. Reload to update.')).toBeVisible()
  expect(now.loads).toBe(1)
})

test('a live room stays, and what does not come says so in its place', async ({ browser, stack }) => {
  const page = await startPitch(browser, stack, await makePitch(stack))
  await expect(page.locator('.faces video').first()).toBeVisible()
  const now = await replaceWebApp(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Background' }).click()
  await expect(page.getByRole('alert')).toContainText('This section didn’t load. Everything else is working.')
  await expect(page.locator('.faces video').first()).toBeVisible()
  expect(now.loads).toBe(0)
})
