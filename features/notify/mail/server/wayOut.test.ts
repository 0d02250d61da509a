import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { suppression } from '#features/notify/suppression/server/tables.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { startSmtp } from '#testing/smtp.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { mailKinds, topicOf } from '../kinds.ts'
import { mailJobs } from './jobs.ts'
import { letter } from './letter.ts'
import { type MailDraft, queueMail } from './queueMail.ts'
import { mailMessage } from './tables.ts'
import { closeMail } from './transport.ts'

const page = { paragraphs: ['Come.'], footer: ['Why.'], button: { label: 'Join', url: 'https://pitch.example/join/x' } }
let stack: Stack
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  smtp = await startSmtp()
  stack = await startStack({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://pitch.example', ALLOWED_HOSTS: '127.0.0.1' })
})
afterAll(async () => {
  closeMail()
  await smtp.stop()
  await stack.stop()
})
beforeEach(async () => {
  await stack.db.delete(suppression)
  smtp.received.length = 0
})

let count = 0
/** Writes an email; returns its id. */
const write = (more: Partial<MailDraft> = {}) =>
  stack.db.transaction(db =>
    queueMail(
      { db, frame: stack.frame, enqueue: (...job) => addJob(db, ...job) },
      {
        ...{ key: `way out ${count++}`, kind: 'pitchInvitation', organisationId: stack.people.admin.organisationId },
        ...{ recipient: 'grace@fund.example', language: 'en' },
        ...letter('en', { subject: 'Harbour', ...page }),
        ...more,
      },
    ),
  )
const mailOf = async (id: string) => (await stack.db.select().from(mailMessage).where(eq(mailMessage.id, id)))[0]
const send = (mailId: string) => mailJobs.sendMail({ mailId }, stack.frame)
/** The token in an email that was written. */
const tokenIn = async (id: string) => /\/email\/preferences#([\w-]+)/.exec((await mailOf(id))?.text ?? '')?.[1] ?? ''
const entries = () => stack.db.select().from(suppression)
const nobody = () => stack.withToken(undefined)

describe('a mail that nobody asked for', () => {
  it('says how to get out: in its text, in its page, and in headers that unsubscribe by one click', async () => {
    const id = await write()
    const token = await tokenIn(id)
    await send(id)
    const [got] = smtp.received
    const headers = got?.raw.replace(/\r\n[ \t]+/g, ' ') ?? ''
    expect(headers).toContain(`List-Unsubscribe: <https://pitch.example/unsubscribe?token=${token}>`)
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(got?.mail.html).toContain(`/email/preferences#${token}`)
    expect(got?.mail.text).toContain(`/email/preferences#${token}`)
    expect(token.length).toBeGreaterThan(60)
  })

  it.each(['verificationCode', 'commitmentReceipt', 'resetPassword', 'pitchLink'] as const)(
    'is not a %s, which has no way out and goes all the same',
    async kind => {
      await stack.as('admin').addSuppression({ kind: 'unsubscribe', address: 'grace@fund.example' })
      const id = await write({ kind })
      expect(await mailOf(id)).toMatchObject({ state: 'queued', heldBy: null })
      await send(id)
      expect(smtp.received).toHaveLength(1)
      expect(smtp.received[0]?.raw).not.toMatch(/List-Unsubscribe|email\/preferences/i)
    },
  )

  it('has a topic or a reason to go always, each kind of it', () => {
    for (const kind of Object.keys(mailKinds))
      expect([undefined, 'invitations', 'results', 'notices']).toContain(topicOf(kind))
    expect(topicOf('pitchResults')).toBe('results')
  })
})

describe('a code that would never arrive', () => {
  const ask = () => stack.as('useradmin').sendCodeByAdmin({ user_id: stack.people.presenter.id, factor: 'email' })

  it.each(['blocks', 'bounces', 'spam'] as const)('is refused to an address on %s, and says so', async kind => {
    await stack.as('superadmin').addSuppression({ kind, address: stack.people.presenter.email })
    await expect(ask()).rejects.toMatchObject({ code: 'AddressSuppressed' })
  })

  it('goes to whoever has only unsubscribed', async () => {
    await stack.as('admin').addSuppression({ kind: 'unsubscribe', address: stack.people.presenter.email })
    expect(await ask()).toMatchObject({ minutes: 10 })
  })
})

describe('a suppressed address', () => {
  it.each(['blocks', 'bounces', 'spam', 'unsubscribe'] as const)(
    'on %s gets nothing, and the mail says why',
    async kind => {
      await stack
        .as('superadmin')
        .addSuppression({ kind, address: 'GRACE@fund.example', org_id: stack.people.admin.organisationId })
      const id = await write({ inBrowser: true })
      await send(id)
      expect(smtp.received).toEqual([])
      expect(await mailOf(id)).toMatchObject({ state: 'suppressed', heldBy: kind, viewHash: null })
      const code = await write({ kind: 'verificationCode' })
      expect((await mailOf(code))?.state).toBe(kind === 'unsubscribe' ? 'queued' : 'suppressed')
    },
  )

  it('is looked at again when the mail is sent, and links and codes of a mail kept back are forgotten', async () => {
    const id = await write({ page: { ...page, language: 'en', title: 'x', paragraphs: ['token'.padEnd(50, 'x')] } })
    await stack.as('admin').addSuppression({ kind: 'blocks', address: '@fund.example' })
    await send(id)
    expect(smtp.received).toEqual([])
    const mail = await mailOf(id)
    expect(mail).toMatchObject({ state: 'suppressed', heldBy: 'blocks' })
    expect(mail?.text).not.toMatch(/[\w-]{43,}/)
    const shown = await stack.as('superadmin').getMailList({ state: 'suppressed', content: 'grace@fund.example' })
    expect(shown.items).toContainEqual(expect.objectContaining({ id, held_by: 'blocks' }))
  })
})

describe('[CALL-213] unsubscribeEmail', () => {
  it('unsubscribes the recipient from the organization of that mail, on the record', async () => {
    const token = await tokenIn(await write())
    expect(await nobody().unsubscribeEmail({ token })).toEqual({})
    const [entry] = await entries()
    const { organisationId } = stack.people.admin
    expect(entry).toMatchObject({ kind: 'unsubscribe', topics: null, source: 'person', organisationId })
    expect(await stack.actionsOn(entry?.id ?? '')).toEqual(['suppression.unsubscribe'])
    const other = await write({ organisationId: stack.people.lumenAdmin.organisationId })
    expect(await mailOf(await write())).toMatchObject({ state: 'suppressed' })
    expect(await mailOf(other)).toMatchObject({ state: 'queued' })
  })

  it('takes the topics that are not wanted, and gives everything back', async () => {
    const token = await tokenIn(await write())
    await nobody().unsubscribeEmail({ token, topics: ['results'] })
    expect(await mailOf(await write())).toMatchObject({ state: 'queued' })
    expect(await mailOf(await write({ kind: 'pitchResults' }))).toMatchObject({ state: 'suppressed' })
    expect(await nobody().getMailPreferences({ token })).toEqual({
      organisation: 'Quill Ventures',
      address: 'gr•••@fund.example',
      topics: ['results'],
    })
    const [entry] = await entries()
    await nobody().unsubscribeEmail({ token, topics: [] })
    // a second time there is nothing to take back
    await nobody().unsubscribeEmail({ token, topics: [] })
    const noted = await stack.actionsOn(entry?.id ?? '')
    expect(noted.toSorted()).toEqual(['suppression.resubscribe', 'suppression.unsubscribe'])
    expect(await mailOf(await write({ kind: 'pitchResults' }))).toMatchObject({ state: 'queued' })
    expect((await nobody().getMailPreferences({ token })).topics).toEqual([])
  })

  it('answers every token the same, and does nothing for one that is none of ours', async () => {
    const id = await write()
    const right = await tokenIn(id)
    const forged = `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`.replace(/.{3}$/, 'xyz')
    for (const token of ['', 'x', id, forged, right.slice(0, 22), `${right}AAAA`]) {
      expect(await nobody().unsubscribeEmail({ token })).toEqual({})
      expect(await nobody().getMailPreferences({ token })).toEqual({ organisation: '', address: '', topics: [] })
    }
    expect(await entries()).toEqual([])
  })
})

describe('one click (RFC 8058)', () => {
  const post = (token: string, type: string, payload: string) =>
    stack.app.inject({ method: 'POST', url: `/unsubscribe?token=${token}`, headers: { 'content-type': type }, payload })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('unsubscribes by a POST of %s, once, without a redirect or a cookie', async (type, body) => {
    const token = await tokenIn(await write())
    for (let n = 0; n < 2; n++) {
      const { statusCode, headers } = await post(token, type, body)
      expect([statusCode, headers['set-cookie'], headers.location]).toEqual([200, undefined, undefined])
    }
    expect(await entries()).toMatchObject([{ kind: 'unsubscribe', topics: null }])
  })

  it('changes nothing for a scanner that opens the link, and leads a reader to the page', async () => {
    const token = await tokenIn(await write())
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await stack.app.inject({ method, url: `/unsubscribe?token=${token}` })
      expect(statusCode).toBe(303)
      expect(headers.location).toBe(`/email/preferences#${token}`)
    }
    expect(await entries()).toEqual([])
  })

  it('answers a token that is none of ours the same, and leads to no other place', async () => {
    const right = await post(await tokenIn(await write()), 'text/plain', 'x')
    const wrong = await post('//evil.example', 'text/plain', 'x')
    expect([wrong.statusCode, wrong.body]).toEqual([right.statusCode, right.body])
    const away = await stack.app.inject({
      method: 'GET',
      url: '/unsubscribe?token=%0d%0aLocation:%20https://evil.example',
    })
    expect(away.headers.location).toBe('/email/preferences#')
  })
})
