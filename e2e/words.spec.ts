import type { Page } from '@playwright/test'
import { makePitch } from './api.ts'
import { browserOf, joinLinksOf, signIn } from './people.ts'
import { buildPseudo, cut, speakPseudo, untranslated } from './pseudo.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

/** What people, clocks and the demo write themselves. */
const data =
  /[\w.+-]+@[\w.-]+|https?:\S+|\b(Mona? Haddad|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b(AM|PM|E[SD]T|UTC|GMT)\b|Journey \w+|Tidewater( Demo| Robotics)?|Series A|deck.pptx|Chrome|Linux|Start|Middle|End|Harbour Light Capital|Rostrum|English|简体中文|繁體中文|\b(Ada|Uma|Pia|Paula|Carl|Mona|Ivan|Yilin|Max|Bea|Finn)( (Okafor|Lindqvist|Moretti|Reyes|Nyberg|Haddad|Petrov|Chen|Adler|Fontaine|Walsh))?\b|\b(ada|uma|pia|paula|carl|mona|ivan|yilin|max|bea|finn)\b/

const wide = [
  ...['/admin/index', '/mydashboard/index', '/pitches/list', '/pitches/create', '/pitch-management/index'],
  ...['/user-management/list', '/user-management/invitations', '/presenter-invitation', '/superadmin-invitation'],
  ...['/user-management/investor-accounts', '/user-management/partner-links', '/companies', '/login-logs/list'],
  ...['/administration/audit-log', '/administration/outbox', '/support/tickets', '/help', '/tip/alter'],
  ...['/personal-info/settings', '/personal-info/settings?tab=organisation', '/personal-info/profile'],
  ...['/personal-info/mfa', '/personal-info/security-question', '/personal-info/avatar', '/personal-info/language'],
  ...['/personal-info/compliance', '/personal-info/update-password', '/preGuide', '/no-such-page'],
]
const outside = ['/', '/login', '/login/forgotPassword', '/login/forgotUsername', '/signup', '/browser-check', '/flyer']

async function look(page: Page, at: string, found: string[]): Promise<void> {
  await page.waitForTimeout(300)
  for (const one of await untranslated(page, data)) found.push(`${at} says ${one}`)
  for (const one of await cut(page)) found.push(`${at} cuts ${one}`)
}

test('[I18N-001] every text of the console and of a room is in the language files, and none is cut when it is longer', async ({
  browser,
  stack,
}) => {
  test.setTimeout(500_000)
  await buildPseudo()
  const found: string[] = []
  const { people, password } = stack.facts
  const visitor = await browserOf(browser, stack)
  await speakPseudo(visitor)
  for (const address of outside) {
    await visitor.goto(address)
    await look(visitor, address, found)
  }
  const admin = await browserOf(browser, stack)
  await signIn(admin, people.admin.username, password)
  await speakPseudo(admin)
  for (const address of wide) {
    await admin.goto(address)
    await expect(admin.locator('main').first()).toBeVisible()
    await look(admin, address, found)
  }
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const presenter = await browserOf(browser, stack)
  await signIn(presenter, people.presenter.username, password)
  await speakPseudo(presenter)
  for (const page of [
    `view/${pitch.id}`,
    `edit/${pitch.id}`,
    `editattendees/${pitch.uuid}`,
    `editfile/${pitch.uuid}`,
    `invite/${pitch.uuid}`,
  ]) {
    await presenter.goto(`/pitches/${page}`)
    await expect(presenter.locator('main').first()).toBeVisible()
    await look(presenter, `/pitches/${page.split('/')[0]}`, found)
  }
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
