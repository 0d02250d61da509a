import { createVerify } from 'node:crypto'
import { z } from 'zod'
import { refusalOf } from '#server/http/json.ts'
import { refusalOf as causeOf } from './classify.ts'
import type { Report } from './record.ts'

/** The largest text in a message: Amazon SNS delivers 256 kB, and JSON escapes some of it. */
const LONGEST = 300_000
/** The largest message of Amazon SNS, in bytes. */
export const SNS_BYTES = 400_000
const text = z.string().max(LONGEST)
const Envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string().max(300),
  Message: text,
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2000),
  SigningCertURL: z.url().max(500),
  Subject: z.string().max(300).optional(),
  Token: z.string().max(2000).optional(),
  SubscribeURL: z.url().max(3000).optional(),
})
export type SnsMessage = z.infer<typeof Envelope>

/** A message of Amazon SNS, which comes as text/plain; undefined for anything else. */
export function readSnsMessage(body: Buffer): SnsMessage | undefined {
  const message = body.toString('utf8')
  // anyone may send one, so what is expensive to parse is not parsed
  if (refusalOf(message, 1, LONGEST)) return undefined
  try {
    return Envelope.safeParse(JSON.parse(message)).data
  } catch {
    return undefined
  }
}

const signed = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  confirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** Whether a certificate's key has signed a message: RSA over named lines, SHA-1 in version 1 and SHA-256 in version 2. */
export function isSnsSigned(message: SnsMessage, certificate: string): boolean {
  const fields = message.Type === 'Notification' ? signed.Notification : signed.confirmation
  const lines = fields.flatMap(field => (message[field] === undefined ? [] : [`${field}\n${message[field]}\n`]))
  try {
    return createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
      .update(lines.join(''), 'utf8')
      .verify(certificate, message.Signature, 'base64')
  } catch {
    return false
  }
}

const Recipient = z.object({
  emailAddress: z.string().max(320),
  status: z.string().optional(),
  diagnosticCode: z.string().optional(),
})
const Notification = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().default(''),
      bouncedRecipients: z.array(Recipient).max(100),
      timestamp: z.iso.datetime(),
    })
    .optional(),
  complaint: z
    .object({
      complainedRecipients: z.array(Recipient).max(100),
      complaintFeedbackType: z.string().nullish(),
      timestamp: z.iso.datetime(),
    })
    .optional(),
  mail: z
    .object({
      headers: z
        .array(z.object({ name: z.string(), value: z.string() }))
        .max(200)
        .default([]),
    })
    .optional(),
})
type Said = z.infer<typeof Notification>

/** What Amazon SES reports, be it of an identity (`notificationType`) or of a configuration set (`eventType`). */
export function sesReports(message: SnsMessage): Report[] {
  let said: Said | undefined
  try {
    said = Notification.safeParse(JSON.parse(message.Message)).data
  } catch {
    // the first message of a topic is plain text
  }
  if (!said) return []
  const type = said.notificationType ?? said.eventType
  const header = said.mail?.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? ''
  const mailId = /<?([0-9a-f-]{36})@/i.exec(header)?.[1]
  const of = (address: string) =>
    ({ id: `ses:${message.MessageId}:${address}`, source: 'ses', address, mailId }) as const
  const { bounce, complaint } = said
  if (type === 'Bounce' && bounce)
    return bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode = '' }) => {
      const answer = diagnosticCode.replace(/^smtp;\s*/i, '')
      const isFinal = bounce.bounceType === 'Permanent'
      const isRefused = isFinal && /rejected|toolarge/i.test(bounce.bounceSubType)
      const outcome = !isFinal ? 'soft' : isRefused ? 'blocks' : answer ? causeOf({ status, answer }) : 'bounces'
      return { ...of(emailAddress), outcome, detail: answer || bounce.bounceSubType, at: new Date(bounce.timestamp) }
    })
  if (type === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam')
    return complaint.complainedRecipients.map(({ emailAddress }) => {
      const detail = complaint.complaintFeedbackType ?? ''
      return { ...of(emailAddress), outcome: 'spam' as const, detail, at: new Date(complaint.timestamp) }
    })
  return []
}
