import type { Page } from '@playwright/test'
import { makePitch } from './api.ts'
import { browserOf, joinLinksOf, signIn } from './people.ts'
import { buildPseudo, cut, speakPseudo, untranslated } from './pseudo.ts'
import { expect, test } from './stack.ts'

/** What people, clocks and the demo write themselves. */
const data = /TODO/

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
  await page.waitForTimeout(600)
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
  await presenter
    .getByRole('button', { name: /Stárt pítch/ })
    .first()
    .click()
  await presenter.waitForTimeout(1500)
  await look(presenter, 'the presenter’s room', found)
  const controls = presenter.locator('.bar button[aria-expanded]')
  for (let at = 0; at < (await controls.count()); at++) {
    await controls.nth(at).click()
    await look(presenter, `panel ${at}`, found)
    await presenter.keyboard.press('Escape')
  }
  await expect(investor.locator('.bar')).toBeVisible()
  await look(investor, 'the investor’s room', found)
  expect([...new Set(found)]).toEqual([])
})
