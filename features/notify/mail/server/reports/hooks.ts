import type { FastifyInstance, FastifyReply } from 'fastify'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { isTimely, type Report, recordReport } from './record.ts'
import { isSendGridSigned, sendGridReports } from './sendgrid.ts'
import { isSnsSigned, readSnsMessage, SNS_BYTES, type SnsMessage, sesReports } from './ses.ts'

/** The largest body of a webhook: a thousand events of SendGrid. */
const HOOK_BYTES = 2_000_000

/**
 * The addresses to which providers of mail report. They know no cookies: what counts is the signature over the bytes
 * that came. A wrong one, a missing one and a provider that is not set up get the same answer.
 */
export function serveReports(app: FastifyInstance, frame: Frame): void {
  void app.register(async own => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: HOOK_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )
    const options = { bodyLimit: HOOK_BYTES }
    own.post('/hooks/sendgrid', options, async ({ headers, body }, reply) => {
      const key = frame.settings.sendGridKey
      const [signature, timestamp] = ['signature', 'timestamp'].map(
        part => headers[`x-twilio-email-event-webhook-${part}`]?.toString() ?? '',
      ) as [string, string]
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!key || !isSendGridSigned(key, signature, timestamp, bytes)) return refuse(reply)
      const isNow = isTimely(new Date(Number(timestamp) * 1000))
      await recordAll(frame, isNow ? sendGridReports(parsed(bytes)) : [])
      return accept(reply)
    })
    own.post('/hooks/ses', { bodyLimit: SNS_BYTES }, async ({ body }, reply) => {
      const { sesTopicArn } = frame.settings
      const message = sesTopicArn && Buffer.isBuffer(body) ? readSnsMessage(body) : undefined
      // a right signature alone proves only that someone's topic sent it
      if (!message || message.TopicArn !== sesTopicArn) return refuse(reply)
      if (!isSnsSigned(message, await certificateOf(frame, message))) return refuse(reply)
      if (isTimely(new Date(message.Timestamp))) await take(frame, message)
      return accept(reply)
    })
  })
}

const refuse = (reply: FastifyReply) => reply.code(401).type('text/plain').send('not signed\n')
const accept = (reply: FastifyReply) => reply.code(200).type('text/plain').send('ok\n')

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

async function take(frame: Frame, message: SnsMessage): Promise<void> {
  if (message.Type === 'Notification') return recordAll(frame, sesReports(message))
  const { SubscribeURL: url } = message
  if (message.Type !== 'SubscriptionConfirmation' || !url || !isAmazon(frame, url)) return
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined)
  frame.log.info({ status: answer?.status, topic: message.TopicArn }, 'subscription to the topic of Amazon SES')
}

/** Each in a transaction of its own: one that fails must not take the others along. */
async function recordAll(frame: Frame, reports: readonly Report[]): Promise<void> {
  for (const report of reports)
    if (isTimely(report.at)) await frame.db.transaction(db => recordReport(db, frame, report))
}

const PATIENCE = 10_000
const amazon = /^https:\/\/sns\.[a-z0-9-]{2,30}\.amazonaws\.com(\.cn)?\//

/** Whether an address is Amazon SNS's, or the emulator's that the settings name instead. */
const isAmazon = ({ settings }: Frame, url: string): boolean =>
  settings.snsUrl ? new URL(url).origin === new URL(settings.snsUrl).origin : amazon.test(url)

const certificates = new Map<string, { readonly pem: string; readonly at: number }>()
const HOUR = 3_600_000

const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/

/** The certificate that a message names, from Amazon alone; empty when it cannot be had. */
async function certificateOf(frame: Frame, { SigningCertURL: url }: SnsMessage): Promise<string> {
  if (!isAmazon(frame, url) || !certificatePath.test(new URL(url).pathname) || new URL(url).search) return ''
  const known = certificates.get(url)
  if (known && rightTime() - known.at < HOUR) return known.pem
  const pem = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) })
    .then(answer => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  if (!pem || pem.length > 20_000) return ''
  if (certificates.size > 20) certificates.clear()
  certificates.set(url, { pem, at: rightTime() })
  return pem
}
