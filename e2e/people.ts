import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect, type Stack } from './stack.ts'

/** A browser of somebody's own: nothing in it but what they do. What breaks on the page fails the journey. */
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
  await page.getByLabel('User name or e-mail').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** No violation of WCAG 2.2 AA, nor of the best practices that axe knows. */
export async function isAccessible(page: Page): Promise<void> {
  // what is just coming in has neither its heading nor its colours yet
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
    expect(found).toEqual([])
  }).toPass({ timeout: 10_000 })
}

/** The join links that the outbox has for one address, newest first. */
export async function joinLinksOf(stack: Stack, email: string): Promise<string[]> {
  const links = (await mailsOf(stack, email)).map(
    text => /https?:\/\/\S+\/join-session\/\S+access_token=[\w-]+/.exec(text)?.[0],
  )
  return links.filter(link => link !== undefined)
}

/** The texts of the mails that the outbox has for one address, newest first. */
export async function mailsOf(stack: Stack, email: string): Promise<string[]> {
  const [, password = ''] =
    /password:?\s+(\S+)/i.exec(await readFile(join(stack.dataDir, 'first-sign-in.txt'), 'utf8')) ?? []
  const post = async (path: string, form: Record<string, string>, token = '') => {
    const answer = await fetch(stack.url + path, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: new URLSearchParams(form),
    })
    return (await answer.json()) as never
  }
  const { access_token } = (await post('/restapi/v1.4/oauth/token/pbx/', {
    grant_type: 'password',
    username: 'superadmin',
    password,
  })) as { access_token: string }
  const call = (name: string, form: Record<string, string>) =>
    post(`/webapi/rest/app/token/${name}`, form, access_token)
  const { results } = (await call('getMailList', { content: email, limit: '50' })) as {
    results: { items: { id: string }[] }
  }
  const texts: string[] = []
  for (const { id } of results.items) {
    const { data } = (await call('getMail', { id })) as { data: { text: string } }
    texts.push(data.text)
  }
  return texts
}
