import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { superadminOf } from './api.ts'
import { expect, type Stack } from './stack.ts'

/** A separate browser for a person. An error on the page fails the journey. */
export async function browserOf(browser: Browser, stack: Stack, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 1440, height: 900 },
    permissions: ['camera', 'microphone'],
    timezoneId: 'UTC',
    ...options,
  })
  const page = await context.newPage()
  page.on('pageerror', error => {
    throw new Error(`the page broke: ${error.message}`)
  })
  return page
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** A mail that is shown: no scripts run in it, so that axe would wait for it forever. */
const withoutScripts = 'iframe[sandbox]:not([sandbox*=allow-scripts])'

/** No violation of WCAG 2.2 AA, nor of axe's best practices. */
export async function isAccessible(page: Page): Promise<void> {
  // content that is just appearing does not have its heading and colours yet
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page }).exclude(withoutScripts).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
    expect(found).toEqual([])
  }).toPass({ timeout: 30_000 })
}

/** The join links in the outbox for one address, newest first. */
export async function joinLinksOf(stack: Stack, email: string): Promise<string[]> {
  const links = (await mailsOf(stack, email)).map(
    text => /https?:\/\/\S+\/join-session\/\S+access_token=[\w-]+/.exec(text)?.[0],
  )
  return links.filter(link => link !== undefined)
}

/** The texts of the e-mails in the outbox for one address, newest first. */
export async function mailsOf(stack: Stack, email: string): Promise<string[]> {
  const superadmin = await superadminOf(stack)
  const { items } = await superadmin.getMailList({ content: email, limit: 50 })
  const texts: string[] = []
  for (const { id } of items) texts.push((await superadmin.getMail({ id })).text)
  return texts
}
