import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { languages } from '#contract/fields.ts'
import { type RolePath, roleRoutes } from '#features/core/account/web/access.ts'
import { mailPage } from '#features/notify/mail/server/mailPage.ts'
import { everyMail } from '#testing/everyMail.ts'
import { makePitch } from './api.ts'
import { browserOf, joinLinksOf, signIn } from './people.ts'
import { buildPseudo, cut, speakPseudo, untranslated } from './pseudo.ts'
import { expect, type Stack, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

/** What people, clocks and the demo write themselves. */
const data =
  /[\w.+-]+@[\w.-]+|https?:\S+|localhost:\d+|Invitation: (?=Journey)|\b(Mona? Haddad|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b(AM|PM|E[SD]T|UTC|GMT)\b|\b\d+ (days?|hours?|minutes?)\b|Journey \w+|Tidewater( Demo| Robotics)?|Series A|deck.pptx|Chrome|Linux|Start|Middle|End|Harbour Light Capital|Rostrum|English|简体中文|繁體中文|\b(Ada|Uma|Pia|Paula|Carl|Mona|Ivan|Yilin|Max|Bea|Finn)( (Okafor|Lindqvist|Moretti|Reyes|Nyberg|Haddad|Petrov|Chen|Adler|Fontaine|Walsh))?\b|\b(ada|uma|pia|paula|carl|mona|ivan|yilin|max|bea|finn)\b/

/** Every screen of the console, as app/web/screens.ts names them: its address, and its example ids. */
const source = readFileSync(new URL('../app/web/screens.ts', import.meta.url), 'utf8')
const listed = source.slice(source.indexOf('export const screens'), source.indexOf('export type ScreenPath'))
const screens = [...listed.matchAll(/^ {2}'(\/[^']*)': \{/gm)]
  .map(([, path]) => path as RolePath)
  // is for members alone, and the demo's only one loses their password in another journey
  .filter(path => path !== '/personal-info/compliance')
const others = [
  ...[
    '/user-management/list?page=2',
    '/personal-info/settings?tab=security',
    '/personal-info/settings?tab=organisation',
  ],
  ...['/preGuide', '/preVideo', '/no-such-page'],
]
/** Every page without the shell, as app/web lists them: their addresses, with ids that lead to nothing. */
const outside = ['publicPages.ts', 'consolePages.tsx']
  .flatMap(name => {
    const file = readFileSync(new URL(`../app/web/${name}`, import.meta.url), 'utf8')
    return [...file.matchAll(/^ {2}'(\/[^']*)': /gm)].map(([, path = '']) => path)
  })
  // the description of the calls is in English, and a short link to nothing is the missing page
  .filter(path => !['/logout', '/openapi', '/go/:code'].includes(path))
  .map(path => path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'none'))
  .concat('/join-session-wait', '/join-session/none')

async function look(page: Page, at: string, found: string[]): Promise<void> {
  await page.waitForTimeout(300)
  for (const one of await untranslated(page, data)) found.push(`${at} says ${one}`)
  for (const one of await cut(page)) found.push(`${at} cuts ${one}`)
}

/** A browser of a person in the pseudo language. */
async function reader(browser: Browser, stack: Stack, username: string, password: string): Promise<Page> {
  const page = await browserOf(browser, stack)
  await signIn(page, username, password)
  await speakPseudo(page)
  return page
}

async function lookAtScreen(page: Page, path: string, found: string[]): Promise<void> {
  await page.goto(path)
  await expect(page.locator('main').first()).toBeVisible()
  await look(page, path, found)
  // and at what its one primary act opens on top of it
  const act = page.locator('.page-act button:enabled').first()
  if (!(await act.isVisible())) return
  await act.click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor({ timeout: 2000 }).catch(() => {})
  if (await dialog.isVisible()) await look(page, `the dialog of ${path}`, found)
}

test('[I18N-001] every text of the console and of a room is in the language files, and none is cut when it is longer', async ({
  browser,
  stack,
}) => {
  test.setTimeout(800_000)
  await buildPseudo()
  const found: string[] = []
  const { people, password } = stack.facts
  const visitor = await browserOf(browser, stack)
  await speakPseudo(visitor)
  expect(outside.length).toBeGreaterThan(50)
  for (const address of outside) {
    await visitor.goto(address)
    await expect(visitor.locator('body'), address).not.toContainText(/\b404\b/)
    await look(visitor, address, found)
  }
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const first = await readFile(join(stack.dataDir, 'first-sign-in.txt'), 'utf8')
  const as = (name: 'presenter' | 'admin' | 'pitchadmin') => reader(browser, stack, people[name].username, password)
  const presenter = await as('presenter')
  const admin = await as('admin')
  const only = {
    superadmin: await reader(browser, stack, 'superadmin', /password:?\s+(\S+)/i.exec(first)?.[1] ?? ''),
    pitchadmin: await as('pitchadmin'),
  }
  expect(screens.length).toBeGreaterThan(35)
  for (const screen of screens) {
    const roles: readonly string[] | 'everybody' = roleRoutes[screen]
    const may = (role: string) => roles === 'everybody' || roles.includes(role)
    const role = (['superadmin', 'pitchadmin'] as const).find(may)
    const page =
      screen.startsWith('/pitches/') && may('presenter') ? presenter : may('admin') || !role ? admin : only[role]
    await lookAtScreen(page, screen.replace(':id', String(pitch.id)).replace(':uuid', pitch.uuid), found)
    await expect(page.locator('main').first(), screen).not.toContainText(/ 40[14]\b/)
  }
  for (const address of others) await lookAtScreen(admin, address, found)

  const [link = ''] = await joinLinksOf(stack, people.investor.email)
  const investor = await browserOf(browser, stack)
  await speakPseudo(investor)
  await investor.goto(link)
  await expect(investor.locator('.lobby-card')).toBeVisible()
  await look(investor, 'the door', found)

  await presenter.goto(`/live/${pitch.uuid}`)
  await expect(presenter.locator('.bar')).toBeVisible()
  await look(presenter, 'the room before', found)
  const panels = presenter.locator('.bar button[aria-expanded]:enabled')
  for (let at = 0; at < (await panels.count()); at++) {
    await panels.nth(at).click()
    await look(presenter, `control ${at} of the room`, found)
    await presenter.keyboard.press('Escape')
  }
  expect([...new Set(found)]).toEqual([])
})

test('[I18N-001] every mail fits a phone and a desk, in three languages, and says whose it is without pictures', async ({
  browser,
}) => {
  const wide: string[] = []
  for (const width of [320, 800]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } })
    for (const [word, kinds] of Object.entries(everyMail))
      for (const [kind, write] of Object.entries(kinds))
        for (const language of languages) {
          // as most mail programs show it at first: with the words of its pictures in their place
          const { html } = mailPage(write(language).page, { brand: { name: 'Quill', hasLogo: true, color: null } })
          await page.setContent(html.replaceAll('src="cid:', 'src="gone:'))
          await expect(page.getByRole('img', { name: 'Quill' }), kind).toBeVisible()
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (over > 0) wide.push(`${word} ${kind} in ${language} is ${over} px wider than ${width}`)
        }
    await page.close()
  }
  expect(wide).toEqual([])
})

test('[I18N-004, I18N-005] a browser in Taipei opens the console and an invitation in Traditional Chinese', async ({
  browser,
  stack,
}) => {
  const attendees_arr = [{ email: 'lin@reef.example', firstname: '美玲', lastname: '林' }]
  await makePitch(stack, { fields: { attendees_arr } })
  const page = await browserOf(browser, stack, { locale: 'zh-TW', timezoneId: 'Asia/Taipei' })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登入', exact: true })).toBeVisible()
  await expect.poll(async () => (await joinLinksOf(stack, 'lin@reef.example')).length, { timeout: 20_000 }).toBe(1)
  const [link = ''] = await joinLinksOf(stack, 'lin@reef.example')
  await page.goto(link)
  await expect(page.getByText(/開始後，您將自動進入/)).toBeVisible()
  await expect(page.getByText('台北標準時間').first()).toBeVisible()
  await page.getByRole('combobox', { name: '語言' }).selectOption('zh-Hans')
  await expect(page.getByText(/开始后，您将自动进入/)).toBeVisible()
})
