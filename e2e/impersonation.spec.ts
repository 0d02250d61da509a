import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { browserOf, isAccessible, signIn } from './people.ts'
import { expect, type Stack, test } from './stack.ts'

/** Signs in, and agrees to the policies the first time. */
async function superadmin(page: Page, stack: Stack): Promise<void> {
  const kept = await readFile(join(stack.dataDir, 'first-sign-in.txt'), 'utf8')
  await signIn(page, 'superadmin', /password:\s+(\S+)/.exec(kept)?.[1] ?? '')
  const agree = page.getByRole('button', { name: 'Agree and continue' })
  await expect(agree.or(me(page, 'Super Admin'))).toBeVisible()
  if (!(await agree.isVisible())) return
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await agree.click()
  await expect(me(page, 'Super Admin')).toBeVisible()
}

/** From the user list, by its menu and the dialog for the reason. */
async function actAs(page: Page, name: string): Promise<void> {
  await page.goto(`/user-management/list?name=${encodeURIComponent(name)}`)
  await page
    .getByRole('button', { name: new RegExp(name) })
    .and(page.locator('[aria-haspopup=menu]'))
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Impersonate user' }).click()
  const dialog = page.getByRole('dialog', { name: `Impersonate ${name}` })
  await dialog.getByLabel('Reason').fill('Ticket 41: cannot find the pitch')
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await dialog.getByRole('button', { name: 'Start impersonating' }).click()
  await expect(banner(page)).toContainText(`You’re impersonating ${name}.`)
}

const banner = (page: Page) => page.getByRole('region', { name: 'Impersonation' })
const me = (page: Page, name: string) => page.getByRole('button', { name: `Your account: ${name}` })

test('[SHELL-014, SHELL-015] a superadmin acts as a presenter and returns by the banner', async ({
  browser,
  stack,
}) => {
  const page = await browserOf(browser, stack)
  await superadmin(page, stack)
  await page.goto('/user-management/list')
  const top = async () => (await page.locator('.shell-top').boundingBox())?.y ?? -1
  expect(await top()).toBe(0)
  await actAs(page, 'Paula Reyes')
  await expect(me(page, 'Paula Reyes')).toBeVisible()
  await expect(page.getByRole('link', { name: 'User management' })).toHaveCount(0)
  expect(await top()).toBe((await banner(page).boundingBox())?.height)
  await isAccessible(page)
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'rostrum_acting')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('rostrum')

  await banner(page).getByRole('button', { name: 'Stop impersonating Paula Reyes' }).click()
  await expect(page).toHaveURL(/\/user-management\/list$/)
  await expect(banner(page)).toHaveCount(0)
  expect(await top()).toBe(0)
  const after = await page.context().cookies()
  const token = (list: typeof cookies) => list.find(({ name }) => name === 'rostrum_access')?.value
  expect(token(after)).toBe(token(cookies))
  expect(after.some(({ name }) => name === 'rostrum_acting')).toBe(false)
})

test('[SHELL-012, SHELL-013] the sign-out entry ends it and leads to the user list', async ({ browser, stack }) => {
  const page = await browserOf(browser, stack)
  await superadmin(page, stack)
  await actAs(page, 'Carl Nyberg')
  await me(page, 'Carl Nyberg').click()
  await page.getByRole('menuitem', { name: 'Stop impersonating Carl Nyberg' }).click()
  await expect(page).toHaveURL(/\/user-management\/list$/)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
})

test('[NAV-041, NAV-042] a reload ends it, but not on the user list', async ({ browser, stack }) => {
  const page = await browserOf(browser, stack)
  await superadmin(page, stack)
  await actAs(page, 'Ada Okafor')
  await page.getByRole('link', { name: 'User management' }).click()
  await expect(page).toHaveURL(/\/user-management\/list$/)
  await page.reload()
  await expect(banner(page)).toContainText('You’re impersonating Ada Okafor.')
  await page.getByRole('link', { name: 'Pitch management' }).click()
  await expect(page).toHaveURL(/\/pitch-management\/index$/)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Email outbox' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})

test('another tab of the superadmin does nothing as the impersonated person', async ({ browser, stack }) => {
  const page = await browserOf(browser, stack)
  await superadmin(page, stack)
  const other = await page.context().newPage()
  await other.goto('/login-logs/list')
  await expect(other.getByRole('heading', { name: 'Sign-in history' })).toBeVisible()
  await actAs(page, 'Paula Reyes')
  await other.getByRole('link', { name: 'My pitches' }).click()
  await expect(banner(other)).toContainText('You’re impersonating Paula Reyes.')
})

test('the audit log tells of it, and an administrator finds it', async ({ browser, stack }) => {
  const page = await browserOf(browser, stack)
  await superadmin(page, stack)
  await actAs(page, 'Max Adler')
  await banner(page).getByRole('button', { name: /Stop/ }).click()
  await expect(banner(page)).toHaveCount(0)
  const ada = await browserOf(browser, stack)
  await signIn(ada, 'ada', stack.facts.password)
  await ada.getByRole('link', { name: 'Audit log' }).click()
  await ada.getByLabel('Search by name, email, ID, or IP address').fill('Max Adler')
  const began = ada.getByRole('button', { name: 'Started impersonating a user' })
  await expect(began).toHaveCount(1)
  await isAccessible(ada)
  await began.click()
  const drawer = ada.getByRole('dialog', { name: 'Entry' })
  await expect(drawer).toContainText('Ticket 41: cannot find the pitch')
  await isAccessible(ada)
  await ada.keyboard.press('Escape')
  const download = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/audit-log\.csv$/)
})
