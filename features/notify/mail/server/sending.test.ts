import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Runner } from 'graphile-worker'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { suppress } from '#features/notify/suppression/server/suppressing.ts'
import { addJob, startJobs } from '#server/jobs/jobs.ts'
import { startSmtp } from '#testing/smtp.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { mailJobs } from './jobs.ts'
import { type MailDraft, queueMails } from './queueMail.ts'
import { mailMessage } from './tables.ts'
import { closeMail, mailServerOf } from './transport.ts'

vi.setConfig({ testTimeout: 120_000 })

let stack: Stack
let smtp: Awaited<ReturnType<typeof startSmtp>>
let runner: Runner | undefined
/** What the mail server answers to each recipient. */
let refuses: (to: string) => number | undefined
let pauses: (to: string) => number
const starts: number[] = []
beforeEach(() => {
  refuses = () => undefined
  pauses = () => 0
  starts.length = 0
})
afterEach(async () => {
  await runner?.stop()
  runner = undefined
  closeMail()
  await smtp.stop()
  await stack.stop()
})

async function start(environment: Record<string, string> = {}) {
  smtp = await startSmtp({
    refuse: to => {
      starts.push(performance.now())
      return refuses(to)
    },
    slow: to => pauses(to),
  })
  stack = await startStack({ SMTP_URL: smtp.url, ...environment })
}
const run = async () => {
  runner = await startJobs(stack.frame, mailJobs, '# none\n')
}

const draft = (recipient: string, kind: MailDraft['kind'] = 'pitchInvitation'): MailDraft => ({
  ...{ key: randomUUID(), kind, organisationId: null, recipient, language: 'en', subject: 'Harbour lights' },
  page: { language: 'en', title: 'Harbour lights', paragraphs: ['A canary'], footer: ['A reason'] },
})
const many = (count: number, name = 'many') => Array.from({ length: count }, (_, n) => draft(`${name}${n}@quill.test`))
const queue = (drafts: readonly MailDraft[]) =>
  stack.db.transaction(db => queueMails({ db, frame: stack.frame, enqueue: (...job) => addJob(db, ...job) }, drafts))
const states = async () =>
  Object.fromEntries(
    (
      await stack.db.execute<{ state: string; n: number }>(
        sql`select state, count(*)::int as n from ${mailMessage} group by state`,
      )
    ).rows.map(({ state, n }) => [state, n]),
  )
const until = (is: () => Promise<boolean> | boolean) =>
  vi.waitFor(async () => expect(await is()).toBe(true), { timeout: 60_000, interval: 20 })
const allSent = (count: number) => until(async () => (await states())['sent'] === count)
const recipients = () => smtp.received.map(({ to: [to = ''] }) => to)

it('writes the mails of a transaction with one job, and sends each once', async () => {
  await start()
  await queue(many(120))
  const jobs = await stack.db.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'sendMails'`)
  expect(jobs.rowCount).toBe(1)
  await run()
  await allSent(120)
  expect(new Set(recipients()).size).toBe(120)
  expect(recipients()).toHaveLength(120)
})

it('sends no more mails within a second than the provider allows', async () => {
  await start({ MAIL_PER_SECOND: '20' })
  await queue(many(60))
  await run()
  await allSent(60)
  // when the last of them leaves is what counts: a busy machine may hand over two together that left apart
  expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan((59 / 20) * 1000 - 200)
  const { pace } = mailServerOf(smtp.url, stack.frame.settings)
  const began = performance.now()
  for (let n = 0; n < 6; n++) await pace.turn()
  expect(performance.now() - began).toBeGreaterThan(245)
})

it('sends a code before the invitations that wait', async () => {
  await start({ MAIL_PER_SECOND: '10' })
  await queue(many(40))
  await run()
  await until(() => smtp.received.length > 2)
  await queue([draft('ada@quill.test', 'verificationCode')])
  await until(() => recipients().includes('ada@quill.test'))
  expect(smtp.received.length).toBeLessThan(25)
})

it('leaves a server alone that takes nothing at the moment, and asks it again with one mail', async () => {
  await start()
  refuses = () => 421
  await queue(many(200))
  await run()
  await until(async () => mailServerOf(smtp.url, stack.frame.settings).pace.restsUntil() > 0)
  await until(async () => {
    const waiting = sql`select 1 from graphile_worker.jobs where key = 'sendMails' and locked_at is null`
    return (await stack.db.execute(waiting)).rowCount === 1
  })
  const tried = starts.length
  expect(tried).toBeLessThan(100)
  expect(await states()).toEqual({ queued: 200 })
  const again = async () => {
    await stack.db.update(mailMessage).set({ dueAt: new Date() })
    await until(() => mailServerOf(smtp.url, stack.frame.settings).pace.restsUntil() === 0)
    await stack.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
  }
  await again()
  await until(() => starts.length > tried)
  await until(async () => mailServerOf(smtp.url, stack.frame.settings).pace.restsUntil() > 0)
  expect(starts.length).toBe(tried + 1)
  refuses = () => undefined
  await until(async () => {
    const waiting = sql`select 1 from graphile_worker.jobs where key = 'sendMails' and locked_at is null`
    return (await stack.db.execute(waiting)).rowCount === 1
  })
  await again()
  await allSent(200)
  expect(recipients()).toHaveLength(200)
})

it('waits for one recipient without keeping the others waiting', async () => {
  await start()
  refuses = to => (to.startsWith('grey') ? 451 : undefined)
  pauses = to => (to.startsWith('slow') ? 3000 : 0)
  await queue([draft('grey@quill.test'), draft('slow@quill.test'), ...many(60)])
  await run()
  await until(async () => (await states())['sent'] === 60)
  // what comes later does not wait for the slow one either
  await queue(many(5, 'later'))
  await until(async () => (await states())['sent'] === 65)
  expect(recipients()).not.toContain('grey@quill.test')
  await until(() => recipients().includes('slow@quill.test'))
})

it('sends nothing that is no longer of use, and keeps no link of it', async () => {
  await start()
  const link = 'k'.repeat(43)
  const late = { ...draft('late@quill.test'), validUntil: new Date(Date.now() - 1000) }
  const page = { ...late.page, paragraphs: [link] }
  await queue([
    { ...late, page },
    { ...draft('ahead@quill.test'), validUntil: new Date(Date.now() + 600_000) },
  ])
  await run()
  await until(async () => (await states())['sent'] === 1 && (await states())['expired'] === 1)
  expect(recipients()).toEqual(['ahead@quill.test'])
  const mails = await stack.db.select().from(mailMessage)
  const expired = mails.find(({ state }) => state === 'expired')
  expect(expired).toMatchObject({ recipient: 'late@quill.test', dueAt: null })
  expect(expired?.text).not.toContain(link)
})

it('sends nothing to an address that was suppressed while its email waited', async () => {
  await start()
  await queue([draft('gone@quill.test'), draft('GONE@quill.test', 'pitchReminder'), draft('here@quill.test')])
  await suppress(stack.db, stack.frame.settings, {
    ...{ organisationId: null, kind: 'bounces', address: 'gone@quill.test', source: 'report', detail: '550 5.1.1' },
    at: new Date(),
  })
  await run()
  await until(async () => (await states())['sent'] === 1 && (await states())['suppressed'] === 2)
  expect(recipients()).toEqual(['here@quill.test'])
  const kept = await stack.db.select().from(mailMessage).where(eq(mailMessage.state, 'suppressed'))
  expect(kept.map(({ heldBy, dueAt }) => [heldBy, dueAt])).toEqual([
    ['bounces', null],
    ['bounces', null],
  ])
})

it('keeps one pace over two servers, and sends each once', async () => {
  await start({ MAIL_PER_SECOND: '20' })
  // another server has its own connections and its own clock of the pace, which go by the address
  const settings = { ...stack.frame.settings, smtpUrl: smtp.url.replace('127.0.0.1', 'localhost') }
  expect(settings.smtpUrl).not.toBe(smtp.url)
  const others = await Promise.all([
    startJobs({ ...stack.frame, settings }, mailJobs, '# none\n'),
    startJobs(stack.frame, mailJobs, '# none\n'),
  ])
  try {
    for (let n = 0; n < 4; n++) await queue(many(15, `part${n}.`))
    await allSent(60)
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan((56 / 20) * 1000 - 200)
    expect([recipients().length, new Set(recipients()).size]).toEqual([60, 60])
  } finally {
    for (const one of others) await one.stop()
  }
})
