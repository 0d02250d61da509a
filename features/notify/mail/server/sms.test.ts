import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addJob, type Enqueue } from '#server/jobs/jobs.ts'
import { freePort } from '#server/process/ports.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { mailJobs } from './jobs.ts'
import { queueSms, smsStatus } from './sms.ts'
import { mailMessage } from './tables.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  form: Record<string, string>
}
const seen: Seen[] = []
let answer: { status: number; body: unknown } = { status: 201, body: { sid: 'SM1' } }

/** Takes what it is sent, and its answer is lost. */
let loses = false

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
/** Answers as Twilio documents it. */
const twilio: Server = createServer(async (request, reply) => {
  const { method, url, headers } = request
  const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
  seen.push({ method, url, authorization: headers.authorization, form })
  if (loses) return void request.socket.destroy()
  reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})

const sid = `AC${'0'.repeat(32)}`
let stack: Stack
let without: Stack
beforeAll(async () => {
  await new Promise<void>(resolve => twilio.listen(0, '127.0.0.1', resolve))
  const { port } = twilio.address() as AddressInfo
  stack = await startStack({
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_AUTH_TOKEN: 'a secret of theirs',
    TWILIO_FROM: '+12025550100',
    TWILIO_URL: `http://127.0.0.1:${port}`,
  })
  without = await startStack()
})
afterAll(async () => {
  await stack.stop()
  await without.stop()
  twilio.close()
})
afterEach(() => {
  seen.length = 0
  loses = false
  answer = { status: 201, body: { sid: 'SM1' } }
})

async function send(at: Stack, text = '123456 is your Rostrum code.') {
  const jobs: string[] = []
  const id = await at.db.transaction(db => {
    const enqueue: Enqueue = async (job, _payload, options) => {
      jobs.push(`${job} ${options?.key?.split(':')[0]}`)
      await addJob(db, job, _payload, options)
    }
    const draft = { key: crypto.randomUUID(), organisationId: null, recipient: '+12025550143', language: 'en' } as const
    return queueSms({ db, enqueue, frame: at.frame }, { ...draft, text })
  })
  return { id, jobs }
}
const row = async (at: Stack, id: string) => (await at.db.select().from(mailMessage).where(eq(mailMessage.id, id)))[0]

describe('text messages', () => {
  it('go out over Twilio’s REST API: one form by POST, with HTTP Basic', async () => {
    const { id, jobs } = await send(stack)
    expect(jobs).toEqual(['sendSms mail'])
    await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(seen).toEqual([
      {
        method: 'POST',
        url: `/2010-04-01/Accounts/${sid}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${sid}:a secret of theirs`).toString('base64')}`,
        form: { To: '+12025550143', From: '+12025550100', Body: '123456 is your Rostrum code.' },
      },
    ])
    expect(await row(stack, id)).toMatchObject({ kind: 'sms', state: 'sent', recipient: '+12025550143' })
    await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(seen).toHaveLength(1)
  })

  it('have failed for good when Twilio will never take them, with its reason', async () => {
    answer = { status: 400, body: { code: 21211, message: "The 'To' number is not valid.", status: 400 } }
    const { id } = await send(stack)
    await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(await row(stack, id)).toMatchObject({
      state: 'failed',
      failure: "Twilio 21211: The 'To' number is not valid.",
    })
  })

  it('are tried again while Twilio has a bad moment, and not when their code is too old', async () => {
    answer = { status: 503, body: {} }
    const { id } = await send(stack)
    await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(await row(stack, id)).toMatchObject({ state: 'queued', failure: 'Twilio 503: no reason given' })
    await stack.db
      .update(mailMessage)
      .set({ createdAt: new Date(Date.now() - 9 * 60_000) })
      .where(eq(mailMessage.id, id))
    await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(await row(stack, id)).toMatchObject({ state: 'failed' })
  })

  it('wait while Twilio is away, and are sent once when it is back', async () => {
    const { settings } = stack.frame
    const there = settings.twilio
    const { id } = await send(stack)
    Object.assign(settings, { twilio: { ...there, url: `http://127.0.0.1:${await freePort()}` } })
    for (let attempt = 0; attempt < 3; attempt++) await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(await row(stack, id)).toMatchObject({ state: 'queued', attempts: 3, failure: 'Twilio does not answer' })
    Object.assign(settings, { twilio: there })
    for (let attempt = 0; attempt < 2; attempt++) await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(await row(stack, id)).toMatchObject({ state: 'sent' })
    expect(seen).toHaveLength(1)
  })

  it('are not sent again when Twilio took one and its answer was lost', async () => {
    loses = true
    const { id } = await send(stack)
    for (let attempt = 0; attempt < 3; attempt++) await mailJobs.sendSms({ mailId: id }, stack.frame)
    expect(seen).toHaveLength(1)
    expect(await row(stack, id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching('may have been sent'),
    })
  })

  it('lie in the outbox while no provider is set, and /healthz says so', async () => {
    const { id, jobs } = await send(without)
    expect(jobs).toEqual([])
    expect(await row(without, id)).toMatchObject({ state: 'kept', subject: '… is your Rostrum code.' })
    expect(smsStatus(without.frame)).toMatch(/^off: TWILIO_ACCOUNT_SID is not set/)
    expect(smsStatus(stack.frame)).toBe('ok')
  })
})
