import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Runner } from 'graphile-worker'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { addJob, startJobs } from '#server/jobs/jobs.ts'
import { startSmtp } from '#testing/smtp.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { KEPT_DAYS, mailJobs } from './jobs.ts'
import { pauseAfter } from './mailPace.ts'
import { mailPage } from './mailPage.ts'
import { mailStates } from './queries.ts'
import { type MailDraft, queueMail } from './queueMail.ts'
import { mailMessage } from './tables.ts'
import { closeMail, mailStatus, patience } from './transport.ts'

// How long something may take here is how long a busy machine takes.
vi.setConfig({ testTimeout: 120_000 })

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:1@rostrum.test',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const draft = (more: Partial<MailDraft> = {}): MailDraft => ({
  key: `test:${randomUUID()}`,
  kind: 'setPassword',
  organisationId: null,
  recipient: 'ada@quill.test',
  language: 'en',
  subject: 'Harbour lights',
  page: { language: 'en', title: 'Harbour lights', paragraphs: ['A canary'], footer: ['A reason'] },
  ...more,
})
const text = 'Harbour lights\n\nA canary\n\n-- \nA reason\n'

/** Writes emails as a call does, in one transaction. */
const queue = (stack: Stack, ...drafts: MailDraft[]) =>
  stack.db.transaction(async db => {
    const ids: string[] = []
    const enqueue: Parameters<typeof queueMail>[0]['enqueue'] = (...job) => addJob(db, ...job)
    for (const mail of drafts) ids.push(await queueMail({ db, enqueue, frame: stack.frame }, mail))
    return ids
  })
const mailOf = async (stack: Stack, id: string | undefined) =>
  (
    await stack.db
      .select()
      .from(mailMessage)
      .where(eq(mailMessage.id, id ?? ''))
  )[0]
const until = (is: () => Promise<boolean> | boolean) =>
  vi.waitFor(async () => expect(await is()).toBe(true), { timeout: 60_000, interval: 50 })
const jobsLeft = async (stack: Stack) =>
  (await stack.db.execute(sql`select 1 from graphile_worker.jobs where task_identifier like 'sendMail%'`)).rowCount
/** The outbox waits for its next attempt. */
const waits = async (stack: Stack) =>
  (await stack.db.execute(sql`select 1 from graphile_worker.jobs where key = 'sendMails' and locked_at is null`))
    .rowCount === 1
/** As if the pause before the next attempt was over. */
async function hurry(stack: Stack) {
  await until(() => waits(stack))
  closeMail()
  await stack.db.update(mailMessage).set({ dueAt: new Date() }).where(eq(mailMessage.state, 'queued'))
  await stack.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
}

describe('without a mail server', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack.stop())

  it('keeps a mail in the outbox, says so in /healthz and starts no job', async () => {
    const [id] = await queue(stack, draft({ calendar }))
    expect(await mailOf(stack, id)).toMatchObject({ state: 'kept', attempts: 0, calendar })
    expect(await jobsLeft(stack)).toBe(0)
    expect(await mailStatus(stack.frame)).toMatch(/^off: SMTP_URL is not set/)
  })

  it('shows the outbox to the superadmin only, who opens a mail on the record', async () => {
    const [id] = await queue(stack, draft({ recipient: 'bob@quill.test', subject: '<script>alert(1)</script>' }))
    const asSuperadmin = stack.as('superadmin')
    const found = await asSuperadmin.getMailList({ content: 'BOB@quill' })
    expect(found).toMatchObject({
      total: 1,
      items: [{ id, state: 'kept', subject: '<script>alert(1)</script>', failure: null }],
    })
    expect(found.items[0]).not.toHaveProperty('html')
    const opened = await asSuperadmin.getMail({ id: id ?? '' })
    expect(opened).toMatchObject({
      id,
      text,
      html: expect.stringContaining('A canary'),
      calendar: null,
    })
    const deeds = await stack.db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.subject, id ?? ''))
    expect(deeds).toMatchObject([{ action: 'mail.read', actorId: stack.people.superadmin.id }])
    for (const by of ['admin', 'useradmin', 'pitchadmin', 'presenter', 'investor'] as const) {
      await expect(stack.as(by).getMailList({})).rejects.toMatchObject({ code: 'NotAllowed' })
      await expect(stack.as(by).getMail({ id: id ?? '' })).rejects.toMatchObject({ code: 'NotAllowed' })
    }
    await expect(stack.as('nobody').getMailList({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    await expect(asSuperadmin.getMail({ id: randomUUID() })).rejects.toMatchObject({ code: 'NotFound' })
  })

  it('[CONST-055] pages the outbox, newest first, and takes SQL in its filters for text', async () => {
    const asSuperadmin = stack.as('superadmin')
    const all = await asSuperadmin.getMailList({ state: 'kept', limit: 200 })
    const second = await asSuperadmin.getMailList({ state: 'kept', limit: 1, page: 2 })
    expect([second.items, second.total]).toEqual([[all.items[1]], all.total])
    for (const content of ['%', '_', "' or 1=1 --", '\\'])
      expect((await asSuperadmin.getMailList({ content })).total, content).toBe(0)
    expect((await asSuperadmin.getMailList({ state: 'sent' })).total).toBe(0)
  })

  it('writes one mail for a key, though two transactions race', async () => {
    const same = draft()
    const [one, other] = await Promise.all([queue(stack, same), queue(stack, { ...same, subject: 'Again' })])
    expect(one).toEqual(other)
    const rows = await stack.db.select().from(mailMessage).where(eq(mailMessage.key, same.key))
    expect(rows).toHaveLength(1)
  })

  it('forgets mails after a year, and no sooner', async () => {
    const [old = '', younger = ''] = await queue(stack, draft(), draft())
    const ago = (days: number) => ({ createdAt: new Date(Date.now() - days * 86_400_000) })
    await stack.db
      .update(mailMessage)
      .set(ago(KEPT_DAYS + 1))
      .where(eq(mailMessage.id, old))
    await stack.db
      .update(mailMessage)
      .set(ago(KEPT_DAYS - 1))
      .where(eq(mailMessage.id, younger))
    await mailJobs.forgetMails({}, stack.frame)
    expect([...(await mailStates(stack.db, [old, younger])).keys()]).toEqual([younger])
  })

  it('writes nothing when the transaction fails', async () => {
    const lost = draft()
    await stack.db
      .transaction(async db => {
        await queueMail({ db, enqueue: (...job) => addJob(db, ...job), frame: stack.frame }, lost)
        throw new Error('the deed failed')
      })
      .catch(() => {})
    expect(await stack.db.select().from(mailMessage).where(eq(mailMessage.key, lost.key))).toEqual([])
  })
})

describe('with a mail server', () => {
  let stack: Stack
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let runner: Runner
  beforeAll(async () => {
    smtp = await startSmtp({ refuse: to => (to.startsWith('gone') ? 550 : to.startsWith('busy') ? 451 : undefined) })
    stack = await startStack({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Rostrum <no-reply@rostrum.test>',
      PUBLIC_URL: 'https://rostrum.test',
    })
    runner = await startJobs(stack.frame, mailJobs, '# none\n')
  })
  afterAll(async () => {
    await runner.stop()
    closeMail()
    await smtp.stop()
    await stack.stop()
  })
  const receivedBy = (to: string) => smtp.received.filter(mail => mail.to.includes(to))

  it('sends text, html and calendar once, after the commit', async () => {
    const [id] = await queue(
      stack,
      draft({ recipient: 'ida@quill.test', calendar, language: 'zh-Hans', subject: '设置您的密码' }),
    )
    await until(async () => (await mailOf(stack, id))?.state === 'sent')
    const [got, ...others] = receivedBy('ida@quill.test')
    expect(others).toEqual([])
    expect(got?.mail).toMatchObject({
      subject: '设置您的密码',
      from: { address: 'no-reply@rostrum.test', name: 'Rostrum' },
      to: [{ address: 'ida@quill.test' }],
      messageId: `<${id}@rostrum.test>`,
      text: expect.stringContaining('A canary'),
    })
    expect(got?.mail.html).toContain('>A canary</p>')
    expect(got?.raw).toMatch(/content-type: text\/calendar; charset=utf-8; method=REQUEST/i)
    expect(got?.raw).toMatch(/filename="?invite\.ics/i)
    expect(await mailOf(stack, id)).toMatchObject({ attempts: 1, failure: null, sentAt: expect.any(Date) })
    await until(async () => (await jobsLeft(stack)) === 0)
  })

  it('forgets links and codes with the sending, and shows them to no superadmin before', async () => {
    const token = 'aB3_'.repeat(10).concat('xyz')
    const subject = '1234 5678 is your code'
    const paragraphs = [`https://rostrum.test/x/${token} 12345678 123456.`]
    const page = { language: 'en', title: 'Code', paragraphs, footer: ['A reason'] } as const
    const words = { subject, page }
    const { page: _, ...unsent } = draft({ recipient: 'busy.ida@quill.test', ...words })
    const [waiting] = await stack.db
      .insert(mailMessage)
      .values({ ...unsent, ...mailPage(page), state: 'queued' })
      .returning()
    const [sent] = await queue(stack, draft({ recipient: 'otto@quill.test', ...words }))
    await until(async () => (await mailOf(stack, sent))?.state === 'sent')
    expect(receivedBy('otto@quill.test')[0]?.mail).toMatchObject({ subject: words.subject })
    expect(receivedBy('otto@quill.test')[0]?.mail.text).toContain(token)
    const covered = 'https://rostrum.test/x/••• •••••••• ••••••••.'
    const kept = {
      subject: '•••••••• is your code',
      text: `Code\n\n${covered}\n\n-- \nA reason\n`,
      html: expect.stringContaining(covered),
    }
    expect(await mailOf(stack, sent)).toMatchObject(kept)
    const asSuperadmin = stack.as('superadmin')
    expect(await asSuperadmin.getMail({ id: waiting?.id ?? '' })).toMatchObject({ state: 'queued', ...kept })
    const listed = await asSuperadmin.getMailList({ content: 'busy.ida@quill.test' })
    expect(listed.items.map(({ subject }) => subject)).toEqual([kept.subject])
    await stack.db.delete(mailMessage).where(eq(mailMessage.id, waiting?.id ?? ''))
  })

  it('sends where an answer goes along with it, and one address only', async () => {
    const [withOne, without] = await queue(
      stack,
      draft({ recipient: 'asks@quill.test', replyTo: 'help@rostrum.test\r\nBcc: evil@evil.test' }),
      draft({ recipient: 'silent@quill.test' }),
    )
    for (const id of [withOne, without]) await until(async () => (await mailOf(stack, id))?.state === 'sent')
    const [asks] = receivedBy('asks@quill.test')
    expect(asks?.raw).toMatch(/^Reply-To: /im)
    expect(asks?.raw).not.toMatch(/^Bcc:/im)
    expect(asks?.mail.replyTo).toHaveLength(1)
    expect(receivedBy('silent@quill.test')[0]?.mail.replyTo ?? []).toHaveLength(0)
  })

  it('sends a mail once, whatever repeats its job', async () => {
    const [id = ''] = await queue(stack, draft({ recipient: 'once@quill.test' }))
    await until(async () => (await mailOf(stack, id))?.state === 'sent')
    await stack.db.transaction(db => addJob(db, 'sendMail', { mailId: id }))
    await until(async () => (await jobsLeft(stack)) === 0)
    await mailJobs.sendMail({ mailId: id }, stack.frame)
    await mailJobs.sendMail({ mailId: randomUUID() }, stack.frame)
    expect(receivedBy('once@quill.test')).toHaveLength(1)
  })

  it('sends two hundred queued mails, one each', async () => {
    const ids = await queue(
      stack,
      ...Array.from({ length: 200 }, (_, n) => draft({ recipient: `many${n}@quill.test` })),
    )
    await until(async () => [...(await mailStates(stack.db, ids)).values()].every(({ state }) => state === 'sent'))
    for (let n = 0; n < 200; n++) expect(receivedBy(`many${n}@quill.test`)).toHaveLength(1)
  })

  it('lets no line break in a title or an address become a header', async () => {
    const subject = 'Hello\r\nBcc: evil@evil.test\r\n\r\n<script>\u2028x'
    const [id] = await queue(stack, draft({ recipient: 'header@quill.test\r\nBcc: evil@evil.test', subject }))
    const [good] = await queue(stack, draft({ recipient: 'subject@quill.test', subject }))
    await until(async () => (await mailOf(stack, good))?.state === 'sent')
    const [got] = receivedBy('subject@quill.test')
    expect(got?.mail.bcc).toBeUndefined()
    expect(got?.mail.subject).toBe('Hello Bcc: evil@evil.test <script> x')
    expect(receivedBy('evil@evil.test')).toEqual([])
    expect((await mailOf(stack, id))?.recipient).not.toMatch(/[\r\n]/)
  })

  it('gives up on an address that the mail server refuses for good, and says why', async () => {
    const [id] = await queue(stack, draft({ recipient: 'gone@quill.test' }))
    await until(async () => (await mailOf(stack, id))?.state === 'failed')
    expect(await mailOf(stack, id)).toMatchObject({ attempts: 1, failure: expect.stringMatching(/^550 not here/) })
    await until(async () => (await jobsLeft(stack)) === 0)
  })

  it('tries again later when it is refused for now, with pauses that end at five minutes', async () => {
    const [id] = await queue(stack, draft({ recipient: 'busy@quill.test' }))
    await until(async () => (await mailOf(stack, id))?.attempts === 1)
    expect(await mailOf(stack, id)).toMatchObject({ state: 'queued', failure: expect.stringMatching(/451/) })
    await hurry(stack)
    await until(async () => (await mailOf(stack, id))?.attempts === 2)
    expect([0, 1, 5, 6, 60].map(pauseAfter)).toEqual([5, 10, 160, 300, 300])
    await stack.db
      .update(mailMessage)
      .set({ createdAt: new Date(Date.now() - 73 * 3_600_000) })
      .where(eq(mailMessage.id, id ?? ''))
    await hurry(stack)
    await until(async () => (await mailOf(stack, id))?.state === 'failed')
  })

  it('waits for a slow mail server, and gives it no mail twice', async () => {
    const slow = await startSmtp({ slow: () => 2500 })
    const { smtpUrl } = stack.frame.settings
    Object.assign(stack.frame.settings, { smtpUrl: slow.url })
    try {
      const ids = await queue(stack, ...[1, 2, 3].map(n => draft({ recipient: `slow${n}@quill.test` })))
      await until(() => slow.received.length > 0)
      expect((await mailStates(stack.db, ids)).get(ids[0] ?? '')?.state).toBe('queued')
      await until(async () => [...(await mailStates(stack.db, ids)).values()].every(({ state }) => state === 'sent'))
      expect(slow.received.map(({ to }) => to[0]).toSorted()).toEqual([1, 2, 3].map(n => `slow${n}@quill.test`))
      // as long as the protocol lets a server take
      expect(patience.socketTimeout).toBeGreaterThanOrEqual(600_000)
    } finally {
      Object.assign(stack.frame.settings, { smtpUrl })
      closeMail()
      await slow.stop()
    }
  })

  it('queues while the mail server is away for an hour, says so, and sends each mail once when it is back', async () => {
    closeMail()
    await smtp.stop()
    let attempts = 0
    for (let seconds = 0; seconds < 3600; attempts++) seconds += pauseAfter(attempts)
    const ids = await queue(stack, ...[1, 2, 3].map(n => draft({ recipient: `away${n}@quill.test` })))
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await until(async () =>
        (await Promise.all(ids.map(id => mailOf(stack, id)))).every(mail => mail?.attempts === attempt),
      )
      await hurry(stack)
    }
    expect(await mailStatus(stack.frame)).toMatch(/^off: /)
    expect([...(await mailStates(stack.db, ids)).values()].map(({ state }) => state)).toEqual([
      'queued',
      'queued',
      'queued',
    ])
    smtp = await startSmtp({ port: smtp.port })
    await hurry(stack)
    await until(async () => {
      return [...(await mailStates(stack.db, ids)).values()].every(({ state }) => state === 'sent')
    })
    for (const n of [1, 2, 3]) expect(receivedBy(`away${n}@quill.test`)).toHaveLength(1)
  })
})
