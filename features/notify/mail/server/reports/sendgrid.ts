import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { Report } from './record.ts'

const Event = z.object({
  email: z.string().max(320),
  timestamp: z.number(),
  event: z.string(),
  sg_event_id: z.string().min(1).max(200),
  type: z.string().optional(),
  reason: z.string().optional(),
  status: z.string().optional(),
  'smtp-id': z.string().optional(),
})

/** The signature of SendGrid's event webhook: ECDSA (P-256, SHA-256) over the timestamp and the body, as they came. */
export function isSendGridSigned(key: string, signature: string, timestamp: string, body: Buffer): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** What became of an email, by the words of SendGrid's events; undefined for what asks for nothing. */
function outcomeOf({ event, type, reason = '' }: z.infer<typeof Event>): Report['outcome'] | undefined {
  if (event === 'spamreport') return 'spam'
  if (event === 'bounce') return type === 'blocked' ? 'blocks' : 'bounces'
  if (event !== 'dropped') return undefined
  if (/spam reporting/i.test(reason)) return 'spam'
  return /bounced|invalid/i.test(reason) ? 'bounces' : undefined
}

/** The reports in the body of a call of SendGrid's webhook; events that are not like events are left out. */
export function sendGridReports(body: unknown): Report[] {
  return (Array.isArray(body) ? body : []).flatMap(one => {
    const { data } = Event.safeParse(one)
    const outcome = data && outcomeOf(data)
    if (!data || !outcome) return []
    const mailId = /<?([0-9a-f-]{36})@/i.exec(data['smtp-id'] ?? '')?.[1]
    const detail = [data.status, data.reason].filter(Boolean).join(' ')
    const at = new Date(data.timestamp * 1000)
    return [
      { id: `sendgrid:${data.sg_event_id}`, outcome, source: 'sendgrid', address: data.email, detail, at, mailId },
    ]
  })
}
