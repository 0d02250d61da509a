import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { type Received, startSmtp } from '#testing/smtp.ts'
import { makePitch } from './api.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { test as base, expect, type Stack } from './stack.ts'

type Smtp = Awaited<ReturnType<typeof startSmtp>>

/** A console with a mail server, which knows no mailbox of a name that begins with "gone". */
const test = base.extend<object, { smtp: Smtp; stack: Stack }>({
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const smtp = await startSmtp({ refuse: to => (to.startsWith('gone') ? 550 : undefined) })
      await use(smtp)
      await smtp.stop()
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ smtp }, use) => {
      const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Rostrum <no-reply@rostrum.example>' }
      const console = await startConsoleProcess({ mode: 'demo', env })
      await use({ ...console, facts: await console.demo() })
      await console.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const mailsTo = (smtp: Smtp, to: string, title: string): Received[] =>
  smtp.received.filter(({ to: [one], mail }) => one === to && mail.subject?.includes(title))

/** The mail about a pitch to an address, as soon as it is there. */
async function mailTo(smtp: Smtp, to: string, title: string): Promise<Received> {
  await expect.poll(() => mailsTo(smtp, to, title).length, { timeout: 30_000 }).toBeGreaterThan(0)
  return mailsTo(smtp, to, title).at(-1) as Received
}

test('a founder invites: one has unsubscribed, one bounces, one cannot come, and the reminder reaches who is left', async ({
  browser,
  stack,
  smtp,
}) => {
  test.setTimeout(240_000)
  const { presenter: paula } = stack.facts.people
  const [tom, gone, cara, dora] = ['tom@guest.test', 'gone@guest.test', 'cara@guest.test', 'dora@guest.test'] as const

  await test.step('Tom unsubscribes by one click of his mail program', async () => {
    const { name } = await makePitch(stack, { fields: { attendees_arr: [{ email: tom, language: 'en' }] } })
    const { raw } = await mailTo(smtp, tom, name)
    const [, address = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(raw.replace(/\r\n[ \t]+/g, ' ')) ?? []
    const answer = await fetch(address, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    expect(answer.status).toBe(200)
  })

  const { uuid, name } = await makePitch(stack, { startsInMinutes: 600 })
  const presenter = await browserOf(browser, stack)
  await test.step('the founder sees the invitation beside the form, and sends it', async () => {
    await signIn(presenter, paula.username, stack.facts.password)
    await presenter.goto(`/pitches/invite/${uuid}`)
    const preview = presenter.getByRole('region', { name: 'Preview' })
    await expect(preview.getByTitle(`Invitation: ${name}`)).toBeVisible()
    const slide = preview.getByRole('checkbox', { name: 'Show slide 1 in the invitation' })
    await slide.click() // it is checked once the server has answered, for which check() does not wait
    await expect(slide).toBeChecked()
    await expect(presenter.getByText('Invitations now show slide 1.')).toBeVisible()
    await isAccessible(presenter)
    await presenter.getByLabel('People to invite', { exact: true }).fill([tom, gone, cara, dora].join(', '))
    await presenter.getByRole('button', { name: 'Invite 4 people' }).click()
    await expect(presenter.getByText(/4 people invited\. 1 won’t be emailed: the address is suppressed/)).toBeVisible()
    const row = (email: string) => presenter.getByRole('row').filter({ hasText: email })
    await expect(row(tom)).toContainText('Not sent: unsubscribed')
    await expect(row(gone)).toContainText('Not delivered')
    await expect(row(gone)).toContainText('No further email: bounced')
    await expect(row(dora)).toContainText('Sent')
  })

  await test.step('the invitation carries the slide along', async () => {
    const { mail } = await mailTo(smtp, dora, name)
    expect(mail.html).toContain('cid:slide@rostrum')
    expect(mail.attachments.map(({ contentId }) => contentId)).toContain('<slide@rostrum>')
    expect(mailsTo(smtp, tom, name)).toEqual([])
  })

  await test.step('Cara says from the mail that she cannot come, after the page has asked in three languages', async () => {
    const { mail } = await mailTo(smtp, cara, name)
    const link = /https?:\/\/\S+\/email\/answer\/no#\S+/.exec(mail.text ?? '')?.[0] ?? ''
    for (const [locale, timezoneId, act] of [
      ['zh-CN', 'Asia/Shanghai', '我无法参加'],
      ['zh-TW', 'Asia/Taipei', '我無法參加'],
      ['en-US', 'America/New_York', 'I can’t attend'],
    ] as const) {
      const page = await browserOf(browser, stack, { locale, timezoneId, viewport: { width: 800, height: 900 } })
      await page.goto(link)
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await isAccessible(page)
      const button = page.getByRole('button', { name: act })
      await expect(button).toBeVisible()
      if (locale !== 'en-US') continue
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText('You said you can’t attend.')).toBeVisible()
    }
  })

  await test.step('the founder sees the numbers, and the reminder reaches Dora alone', async () => {
    await presenter.reload()
    await expect(presenter.getByText('1 can’t attend')).toBeVisible()
    await presenter.getByRole('link', { name: 'Reminders' }).click()
    await presenter.getByRole('button', { name: /^Remind / }).click()
    await presenter
      .getByRole('dialog')
      .getByRole('button', { name: /remind/i })
      .click()
    await mailTo(smtp, dora, `Reminder: ${name}`)
    await expect(presenter.getByText(/Reminders are on their way/)).toBeVisible()
    const reminded = smtp.received.filter(({ mail }) => mail.subject === `Reminder: ${name}`)
    expect(reminded.map(({ to }) => to[0])).toEqual([dora])
  })
})
