import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { suppression } from '#features/notify/suppression/server/tables.ts'
import { startImap } from '#testing/imapServer.ts'
import { startSmtp } from '#testing/smtp.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { mailJobs } from '../jobs.ts'
import { mailReference } from '../mailToken.ts'
import { mailMessage } from '../tables.ts'
import { closeMail } from '../transport.ts'
import { refusalOf, statusOf } from './classify.ts'
import { bounceStatus } from './mailbox.ts'

let stack: Stack
let imap: Awaited<ReturnType<typeof startImap>>
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  imap = await startImap()
  smtp = await startSmtp({ refuse: to => (to.startsWith('gone') ? 550 : to.startsWith('full') ? 552 : undefined) })
  stack = await startStack({
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'Rostrum <no-reply@pitch.example>', PUBLIC_URL: 'https://pitch.example' },
    ...{ BOUNCE_IMAP_URL: imap.url, BOUNCE_ADDRESS: 'bounces@pitch.example' },
  })
})
afterAll(async () => {
  closeMail()
  await imap.stop()
  await smtp.stop()
  await stack.stop()
})
beforeEach(async () => {
  await stack.db.delete(suppression)
  await stack.db.delete(mailMessage)
  imap.mails.length = 0
})

/** An email in some state; returns its id. */
async function mail(recipient: string, state: 'sent' | 'queued' = 'sent') {
  const { organisationId } = stack.people.admin
  const made = { kind: 'pitchInvitation', language: 'en', subject: 'Harbour', text: 't', html: 'h' } as const
  const row = { ...made, key: `${recipient}:${Math.random()}`, recipient, state, organisationId, sentAt: new Date() }
  const [written] = await stack.db.insert(mailMessage).values(row).returning()
  return written?.id ?? ''
}
const mailOf = async (id: string) => (await stack.db.select().from(mailMessage).where(eq(mailMessage.id, id)))[0]
const read = () => mailJobs.readBounces({}, stack.frame)
const entries = async () => (await stack.db.select().from(suppression)).map(({ kind, address }) => [kind, address])
const referenceOf = (id: string) => mailReference(stack.frame.settings, id)

it('says in /healthz whether returned mails can be read, and why not', async () => {
  expect(await bounceStatus(stack.frame)).toBe('ok')
  const at = (bounceMailbox: string | undefined) =>
    bounceStatus({ ...stack.frame, settings: { ...stack.frame.settings, bounceMailbox } })
  expect(await at(undefined)).toMatch(/^off: BOUNCE_IMAP_URL is not set/)
  expect(await at('imap://user:wrong@127.0.0.1:1/INBOX')).toMatch(/^off: the bounce mailbox does not answer/)
})

interface Said {
  readonly to?: string
  readonly status?: string
  readonly action?: string
  readonly answer?: string
  readonly returned?: string
}
/** A delivery status (RFC 3464), as Postfix writes one. */
const returnedMail = ({
  to = 'bounces@pitch.example',
  status = '5.1.1',
  action = 'failed',
  answer = '550 5.1.1 unknown',
  returned = 'Subject: x',
}: Said) => `From: MAILER-DAEMON@mx.example
To: ${to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <${Math.random()}@mx.example>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

192.0.2.4 said: 4.7.1 in a text that proves nothing.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Original-Recipient: rfc822;somebody@fund.example
Final-Recipient: rfc822; elsewhere@forward.example
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${answer}
    folded

--B
Content-Type: text/rfc822-headers

${returned}

--B--
`
/** A complaint (RFC 5965), whose mailbox provider covers the address. */
const complaint = (reference: string, type = 'abuse') => `From: feedback@mx.example
To: bounces@pitch.example
Subject: complaint
Message-ID: <${Math.random()}@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="B"

--B
Content-Type: text/plain

A complaint.

--B
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Provider/1.0
Version: 1

--B
Content-Type: message/rfc822

From: no-reply@pitch.example
To: redacted@fund.example
X-Mail-Reference: ${reference}
Subject: Harbour

Body
--B--
`

describe('the bounce mailbox', () => {
  it('is where each mail comes back to, by an address of its own', async () => {
    const id = await mail('grace@fund.example', 'queued')
    await mailJobs.sendMail({ mailId: id }, stack.frame)
    const [got] = smtp.received
    expect(got?.from).toBe(`bounces+${await referenceOf(id)}@pitch.example`)
    expect(got?.mail.from).toMatchObject({ address: 'no-reply@pitch.example' })
    expect(got?.raw).toContain(`X-Mail-Reference: ${await referenceOf(id)}`)
  })

  it('puts an address on the list by the report of its mail, whatever name it was forwarded to, and once', async () => {
    const id = await mail('somebody@fund.example')
    imap.put(returnedMail({ to: `bounces+${(await referenceOf(id)).toUpperCase()}@pitch.example` }))
    await read()
    expect(await entries()).toEqual([['bounces', 'somebody@fund.example']])
    expect(await mailOf(id)).toMatchObject({ state: 'failed', heldBy: 'bounces' })
    expect(imap.mails).toMatchObject([{ seen: true }])
    await stack.db.delete(suppression)
    for (const one of imap.mails) one.seen = false
    await read()
    expect(await entries()).toEqual([])
  })

  it('knows a returned mail by its own headers, where an address has no plus', async () => {
    const id = await mail('somebody@fund.example')
    imap.put(returnedMail({ returned: `X-Mail-Reference: ${await referenceOf(id)}` }))
    await read()
    expect(await entries()).toEqual([['bounces', 'somebody@fund.example']])
  })

  it('believes complaints about a mail of ours, though its recipient is covered', async () => {
    const id = await mail('angry@fund.example')
    imap.put(complaint(await referenceOf(id), 'not-spam'))
    await read()
    expect(await entries()).toEqual([])
    imap.put(complaint(await referenceOf(id)))
    await read()
    expect(await entries()).toEqual([['spam', 'angry@fund.example']])
    expect(await mailOf(id)).toMatchObject({ state: 'sent' })
  })

  it('changes nothing for what anybody may write to it', async () => {
    const id = await mail('somebody@fund.example')
    const reference = await referenceOf(id)
    const to = `bounces+${reference}@pitch.example`
    const forged = `${reference.slice(0, -4)}${reference.endsWith('0000') ? '1111' : '0000'}`
    imap.put(returnedMail({ to: `bounces+${forged}@pitch.example`, returned: `Message-ID: <${id}@pitch.example>` }))
    imap.put(returnedMail({ to, action: 'delayed', status: '4.4.7' }))
    imap.put(`From: somebody@fund.example\nTo: ${to}\nSubject: Out of office\n\n550 5.1.1 I am away`)
    imap.put(`From: x@y.example\nTo: ${to}\nContent-Type: multipart/report; boundary="B"\n\n--B\n\nnothing\n--B--`)
    imap.put('\u0000\u0001 not a mail')
    imap.put(complaint(forged))
    await read()
    expect(await entries()).toEqual([])
    expect(imap.mails.every(({ seen }) => seen)).toBe(true)
  })
})

describe('the final answer of a mail server', () => {
  it('about the recipient makes a bounce, and none when their mailbox is full', async () => {
    for (const recipient of ['gone@fund.example', 'full@fund.example']) {
      const id = await mail(recipient, 'queued')
      await mailJobs.sendMail({ mailId: id }, stack.frame)
      expect((await mailOf(id))?.state).toBe('failed')
    }
    expect(await entries()).toEqual([['bounces', 'gone@fund.example']])
  })

  it.each([
    ['550 5.1.1 <x@y>: user unknown', 'bounces'],
    ['550 no such user here', 'bounces'],
    ['550 5.7.1 Service unavailable; client host [192.0.2.4] blocked using a list', 'blocks'],
    ['550 Message rejected as spam', 'blocks'],
    ['554 5.6.0 content', 'blocks'],
    ['552 5.2.2 mailbox full', 'soft'],
    ['550 5.2.1 mailbox disabled', 'bounces'],
    ['550 quota exceeded', 'soft'],
    ['554 5.4.4 no MX of 5.7.1.example', 'bounces'],
    ['421 4.7.0 try later', 'soft'],
  ] as const)('reads %s as %s', (answer, class_) => {
    expect(refusalOf({ status: statusOf(answer), answer })).toBe(class_)
  })
})
