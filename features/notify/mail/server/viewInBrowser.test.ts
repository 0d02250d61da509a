import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { letter } from './letter.ts'
import { queueMail } from './queueMail.ts'
import { mailMessage } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack({ PUBLIC_URL: 'https://pitch.example' })
})
afterAll(() => stack.stop())

async function invited(language: 'en' | 'zh-Hans' = 'en') {
  const email = `${language.toLowerCase()}@guest.test`
  await stack.create('presenter', { attendees_arr: [{ email, firstname: '<b>Gus</b>', lastname: 'Guest', language }] })
  const [mail] = await stack.mailsTo(email)
  if (!mail) throw new Error('no mail')
  const [, code = ''] = /https:\/\/pitch\.example\/view-in-browser\/all-in-one#([\w-]{43})/.exec(mail.text) ?? []
  return { mail, code }
}

it('[CALL-212, ROUTE-063] shows a mail in a browser by the code in its own link, to any holder of it', async () => {
  const { mail, code } = await invited()
  expect(mail.html).toContain(`#${code}`)
  const seen = await stack.withToken(undefined).getViewInBrowserData({ code })
  expect(seen).toMatchObject({ subject: mail.subject, html: mail.html, language: 'en' })
  expect(seen.html).not.toContain('<b>Gus</b>')
  expect(JSON.stringify(mail.viewHash)).not.toContain(code)
  expect((await invited('zh-Hans')).mail.text).toContain('在浏览器中查看：https://')
})

it('shows nothing for a wrong, cut, foreign or empty code, nor after ninety days', async () => {
  const { mail, code } = await invited()
  for (const wrong of ['', code.slice(1), `${code}x`, mail.id, mail.viewHash ?? ''])
    await expect(stack.withToken(undefined).getViewInBrowserData({ code: wrong })).rejects.toMatchObject({
      code: 'LinkNotFound',
    })
  const createdAt = new Date(Date.now() - 91 * 86_400_000)
  await stack.db.update(mailMessage).set({ createdAt }).where(eq(mailMessage.id, mail.id))
  await expect(stack.withToken(undefined).getViewInBrowserData({ code })).rejects.toMatchObject({ code: 'LinkExpired' })
})

it('puts no such link into a mail that opens an account', async () => {
  await stack.as('admin').createUser({
    ...{ email: 'new@quill.test', firstname: 'New', lastname: 'Person', role_type_live: 'presenter' },
  })
  const [mail] = await stack.mailsTo('new@quill.test')
  expect(mail).toMatchObject({ viewHash: null })
  expect(mail?.text).not.toContain('view-in-browser')
})

it('gives every mail a code of its own', async () => {
  const draft = {
    kind: 'pitchResults',
    organisationId: null,
    recipient: 'a@b.test',
    language: 'en',
    ...letter('en', { subject: 's', paragraphs: ['t'], footer: ['f'] }),
  } as const
  await stack.db.transaction(async db => {
    const context = { db, frame: stack.frame, enqueue: async () => {} }
    for (const key of ['one', 'two']) await queueMail(context, { ...draft, key, inBrowser: true })
  })
  const rows = await stack.db.select().from(mailMessage).where(eq(mailMessage.recipient, 'a@b.test'))
  expect(new Set(rows.map(row => row.viewHash)).size).toBe(2)
})
