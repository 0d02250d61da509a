import { createSign, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { suppression } from '#features/notify/suppression/server/tables.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { mailMessage, mailReport } from '../tables.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const arn = 'arn:aws:sns:eu-west-1:123456789012:mail'

let stack: Stack
let confirmed: string[] = []
/** Speaks as Amazon SNS does: it gives the certificate, and hears confirmations. */
const sns = createServer((request, response) => {
  if (request.url?.endsWith('.pem')) return response.end(pem)
  confirmed.push(request.url ?? '')
  return response.end('ok')
})
let snsUrl = ''
beforeAll(async () => {
  await new Promise<void>(listening => sns.listen(0, '127.0.0.1', listening))
  snsUrl = `http://127.0.0.1:${(sns.address() as AddressInfo).port}`
  const key = ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  stack = await startStack({ SES_TOPIC_ARN: arn, SNS_URL: snsUrl, SENDGRID_WEBHOOK_KEY: key })
})
afterAll(async () => {
  await stack.stop()
  sns.close()
})
beforeEach(async () => {
  await stack.db.delete(suppression)
  await stack.db.delete(mailReport)
  await stack.db.delete(mailMessage)
  confirmed = []
})

/** An email of an organization that was sent to an address; returns its id. */
async function sent(recipient: string, organisationId = stack.people.admin.organisationId) {
  const mail = {
    kind: 'pitchInvitation',
    language: 'en',
    subject: 'Harbour',
    text: 't',
    html: 'h',
    state: 'sent',
  } as const
  const row = { ...mail, key: `sent:${recipient}:${Math.random()}`, recipient, organisationId, sentAt: new Date() }
  const [made] = await stack.db.insert(mailMessage).values(row).returning()
  return made?.id ?? ''
}
const entries = async () => {
  const rows = await stack.db.select().from(suppression)
  return rows.map(({ kind, address, organisationId, source }) => ({ kind, address, organisationId, source }))
}
const mailOf = async (id: string) => (await stack.db.select().from(mailMessage).where(eq(mailMessage.id, id)))[0]
const post = async (url: string, payload: string | Buffer, headers: Record<string, string>) =>
  (await stack.app.inject({ method: 'POST', url, payload, headers })).statusCode

const now = () => Math.floor(Date.now() / 1000)

describe('SendGrid', () => {
  const event = (more: object = {}) => ({
    ...{ email: 'gone@fund.example', timestamp: now(), event: 'bounce', type: 'bounce', status: '5.1.1' },
    ...{ reason: '550 5.1.1 no such user', sg_event_id: `event ${Math.random()}` },
    ...more,
  })
  const hook = (events: object[], { at = now(), key = ec.privateKey, changes = (body: string) => body } = {}) => {
    const body = JSON.stringify(events)
    const signature = sign('sha256', Buffer.from(`${at}${body}`), key).toString('base64')
    return post('/hooks/sendgrid', changes(body), {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': String(at),
    })
  }

  it('puts bounces and complaints on their lists, where the organization of the mail sees them', async () => {
    const id = await sent('gone@fund.example')
    await sent('angry@fund.example')
    const angry = event({ event: 'spamreport', email: 'Angry@fund.example' })
    const known = event({ email: 'known@fund.example', event: 'dropped', reason: 'Bounced Address' })
    const quiet = ['delivered', 'open', 'processed', 'deferred'].map(name =>
      event({ event: name, email: 'ok@fund.example' }),
    )
    expect(await hook([event({ 'smtp-id': `<${id}@pitch.example>` }), angry, known, ...quiet])).toBe(200)
    const everywhere = { organisationId: null, source: 'sendgrid' }
    expect(await entries()).toEqual([
      { kind: 'bounces', address: 'gone@fund.example', ...everywhere },
      { kind: 'spam', address: 'angry@fund.example', ...everywhere },
      { kind: 'bounces', address: 'known@fund.example', ...everywhere },
    ])
    expect(await mailOf(id)).toMatchObject({
      state: 'failed',
      heldBy: 'bounces',
      failure: expect.stringMatching(/5\.1\.1/),
    })
    const seen = async (by: 'admin' | 'lumenAdmin') =>
      (await stack.as(by).getSuppressionList({ kind: 'bounces' })).total
    expect([await seen('admin'), await seen('lumenAdmin')]).toEqual([1, 0])
  })

  it('makes of a blocked message a block of that organization, which ends by itself', async () => {
    await sent('picky@fund.example')
    await hook([event({ type: 'blocked', email: 'picky@fund.example' })])
    const [row] = await stack.db.select().from(suppression)
    expect(row).toMatchObject({ kind: 'blocks', organisationId: stack.people.admin.organisationId })
    expect(row?.expiresAt?.getTime()).toBeLessThan(Date.now() + 4 * 86_400_000)
  })

  it.each([
    [
      'without a signature',
      () => post('/hooks/sendgrid', JSON.stringify([event()]), { 'content-type': 'application/json' }),
      401,
    ],
    [
      'signed by another key',
      () => hook([event()], { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
      401,
    ],
    ['changed by one byte', () => hook([event()], { changes: body => body.replace('gone', 'done') }), 401],
    ['signed days ago', () => hook([event()], { at: now() - 3 * 86_400 }), 200],
    ['from the future', () => hook([event()], { at: now() + 3600 }), 200],
    ['of an event days ago', () => hook([event({ timestamp: now() - 3 * 86_400 })]), 200],
    ['of what is no event', () => hook([{ email: 5 }, [] as never, { event: 'bounce' }]), 200],
  ] as const)('changes nothing by a call %s', async (_what, call, status) => {
    expect(await call()).toBe(status)
    expect(await entries()).toEqual([])
  })

  it('changes nothing by a call that is played again', async () => {
    const one = event({ sg_event_id: 'once' })
    await hook([one])
    await stack.db.delete(suppression)
    expect(await hook([one])).toBe(200)
    expect(await entries()).toEqual([])
  })

  it('refuses 10 MB, signed or not', async () => {
    expect(await post('/hooks/sendgrid', Buffer.alloc(10_000_000, '['), { 'content-type': 'application/json' })).toBe(
      413,
    )
    expect(await post('/hooks/ses', Buffer.alloc(10_000_000, '{'), { 'content-type': 'text/plain' })).toBe(413)
  })
})

describe('Amazon SES', () => {
  type Fields = Record<string, string>
  const message = (said: object, more: Fields = {}): Fields => ({
    ...{ Type: 'Notification', MessageId: `message ${Math.random()}`, TopicArn: arn, Message: JSON.stringify(said) },
    ...{ Timestamp: new Date().toISOString(), SignatureVersion: '2' },
    SigningCertURL: `${snsUrl}/SimpleNotificationService-0123abcd.pem`,
    ...more,
  })
  const bounce = (address: string, more: object = {}) => ({
    notificationType: 'Bounce',
    bounce: {
      ...{ bounceType: 'Permanent', bounceSubType: 'General', timestamp: new Date().toISOString(), feedbackId: 'x' },
      bouncedRecipients: [{ emailAddress: address, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
      ...more,
    },
    mail: { messageId: 'x', destination: [address], headers: [] },
  })
  const signedBy = (fields: Fields, key = rsa.privateKey) => {
    const names =
      fields['Type'] === 'Notification'
        ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
        : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    const lines = names.flatMap(name => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`])).join('')
    const by = createSign(fields['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(lines)
    return { ...fields, Signature: by.sign(key, 'base64') }
  }
  const hook = (fields: Fields) =>
    post('/hooks/ses', JSON.stringify(fields), {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': 'x',
    })

  it.each(['1', '2'])('believes signatures of version %s', async SignatureVersion => {
    expect(await hook(signedBy(message(bounce('gone@fund.example'), { SignatureVersion })))).toBe(200)
    expect(await entries()).toMatchObject([{ kind: 'bounces', address: 'gone@fund.example', source: 'ses' }])
  })

  it('reads complaints of an identity and of a configuration set, each of its recipients', async () => {
    const complaint = {
      ...{ complaintFeedbackType: 'abuse', timestamp: new Date().toISOString() },
      complainedRecipients: [{ emailAddress: 'a@fund.example' }, { emailAddress: 'b@fund.example' }],
    }
    await hook(signedBy(message({ eventType: 'Complaint', complaint })))
    expect((await entries()).map(({ kind, address }) => [kind, address])).toEqual([
      ['spam', 'a@fund.example'],
      ['spam', 'b@fund.example'],
    ])
  })

  it('counts soft bounces: the third in a week is one, for a month', async () => {
    for (let n = 1; n <= 3; n++) {
      await hook(
        signedBy(message(bounce('full@fund.example', { bounceType: 'Transient', bounceSubType: 'MailboxFull' }))),
      )
      expect(await entries()).toHaveLength(n < 3 ? 0 : 1)
    }
    const [row] = await stack.db.select().from(suppression)
    expect(row?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  })

  it.each([
    ['without a signature', () => message(bounce('gone@fund.example')), 401],
    [
      'signed by another key',
      () =>
        signedBy(message(bounce('gone@fund.example')), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      401,
    ],
    ['of another topic', () => signedBy(message(bounce('gone@fund.example'), { TopicArn: `${arn}2` })), 401],
    [
      'with a certificate from elsewhere',
      () =>
        signedBy(
          message(bounce('gone@fund.example'), {
            SigningCertURL: 'http://127.0.0.2:1/SimpleNotificationService-0123abcd.pem',
          }),
        ),
      401,
    ],
    [
      'with another address of a certificate',
      () => signedBy(message(bounce('gone@fund.example'), { SigningCertURL: `${snsUrl}/evil.pem` })),
      401,
    ],
    [
      'changed after it was signed',
      () => ({
        ...signedBy(message(bounce('gone@fund.example'))),
        Message: JSON.stringify(bounce('done@fund.example')),
      }),
      401,
    ],
    [
      'days late',
      () =>
        signedBy(
          message(bounce('gone@fund.example'), { Timestamp: new Date(Date.now() - 3 * 86_400_000).toISOString() }),
        ),
      200,
    ],
    [
      'of now about a bounce of days ago',
      () => signedBy(message(bounce('gone@fund.example', { timestamp: new Date(Date.now() - 3 * 86_400_000) }))),
      200,
    ],
    [
      'of plain text',
      () => signedBy({ ...message({}), Message: 'Successfully validated SNS topic for Amazon SES event publishing.' }),
      200,
    ],
  ] as const)('changes nothing by a message %s', async (_what, fields, status) => {
    expect(await hook(fields() as Fields)).toBe(status)
    expect(await entries()).toEqual([])
  })

  it('changes nothing by a message that is played again, also to two servers at once', async () => {
    const fields = signedBy(message(bounce('full@fund.example', { bounceType: 'Transient' })))
    await Promise.all([1, 2, 3].map(() => hook(fields)))
    expect(await stack.db.$count(mailReport)).toBe(1)
    expect(await entries()).toEqual([])
  })

  it('confirms the subscription of its own topic, at Amazon alone', async () => {
    const confirmation = (SubscribeURL: string, more: Fields = {}) =>
      hook(signedBy({ ...message({}), Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL, ...more }))
    expect(await confirmation(`${snsUrl}/?Action=ConfirmSubscription`)).toBe(200)
    await confirmation('http://127.0.0.2:1/?Action=ConfirmSubscription')
    await confirmation(`${snsUrl}/?other`, { TopicArn: `${arn}2` })
    expect(confirmed).toEqual(['/?Action=ConfirmSubscription'])
  })

  it('asks Amazon alone for a certificate and for a confirmation, in its regions and in China', async () => {
    const own = await startStack({ SES_TOPIC_ARN: arn })
    const asked: string[] = []
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async url => {
      asked.push(String(url))
      return new Response(pem)
    })
    const ask = async (fields: Fields) => {
      const payload = JSON.stringify(signedBy(fields))
      const answer = await own.app.inject({
        method: 'POST',
        url: '/hooks/ses',
        payload,
        headers: { 'content-type': 'text/plain' },
      })
      return answer.statusCode
    }
    const path = '/SimpleNotificationService-0123abcd.pem'
    const from = (host: string) => ask(message(bounce('gone@fund.example'), { SigningCertURL: `${host}${path}` }))
    try {
      for (const region of ['eu-west-1.amazonaws.com', 'us-gov-east-1.amazonaws.com', 'cn-north-1.amazonaws.com.cn'])
        expect([region, await from(`https://sns.${region}`)]).toEqual([region, 200])
      expect(asked.splice(0)).toHaveLength(3)
      for (const host of [
        'http://sns.eu-west-1.amazonaws.com',
        'https://sns.eu-west-1.amazonaws.com.evil.example',
        'https://sns.eu-west-1.amazonaws.com:8443',
        'https://sns.eu-west-1.amazonaws.com@evil.example',
        'https://evil.example/sns.eu-west-1.amazonaws.com',
        'https://s3.eu-west-1.amazonaws.com',
        'https://sns.evil.example#.amazonaws.com',
        snsUrl,
      ])
        expect([host, await from(host)]).toEqual([host, 401])
      expect(asked).toEqual([])
      const confirmation = (SubscribeURL: string) =>
        ask({
          ...message({}),
          Type: 'SubscriptionConfirmation',
          Token: 't',
          SubscribeURL,
          SigningCertURL: `https://sns.eu-west-1.amazonaws.com${path}`,
        })
      await confirmation('https://evil.example/?Action=ConfirmSubscription')
      await confirmation('https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription')
      expect(asked).toEqual(['https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription'])
    } finally {
      fetching.mockRestore()
      await own.stop()
    }
  })
})
