import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Settings } from '#server/settings.ts'
import { mailOfReference } from '../mailToken.ts'
import { refusalOf, statusOf } from './classify.ts'
import type { Report } from './record.ts'

/** What an email in the bounce mailbox says of an email of ours. */
type Returned = Omit<Report, 'address'> & { readonly mailId: string }

/**
 * Reads a report in the bounce mailbox: a delivery status (RFC 3464) or a complaint (RFC 5965). Undefined for
 * everything else, such as the many out-of-office replies, and for a report that does not carry the reference of an
 * email of ours: anyone may write to that mailbox.
 */
export async function readReturned(settings: Settings, source: Buffer): Promise<Returned | undefined> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  const part = (type: RegExp) => mail.attachments.find(({ mimeType }) => type.test(mimeType))?.content?.toString()
  const status = part(/^message\/(global-)?delivery-status$/i)
  const feedback = part(/^message\/feedback-report$/i)
  const outcome = status === undefined ? feedback && complaintOf(feedback) : failureOf(status)
  if (!outcome) return undefined
  const returned = part(/^(message\/rfc822|text\/rfc822-headers|message\/global(-headers)?)$/i) ?? ''
  const mailId = await mailOfReference(settings, `${addressedTo(mail)}\n${headersOf(returned)}`)
  if (mailId === undefined) return undefined
  const id = mail.messageId ?? createHash('sha256').update(source).digest('base64url')
  return { ...outcome, id: `report:${mailId}:${id}`.slice(0, 500), source: 'report', mailId, at: dateOf(mail) }
}

/** Where the report went: the envelope's sender has the reference of the email. */
const addressedTo = ({ headers }: Email): string =>
  headers
    .filter(({ key }) => ['to', 'delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .map(({ value }) => value)
    .join('\n')

/** The reference in the headers of a returned mail; what people wrote below them proves nothing. */
const headersOf = (mail: string): string =>
  (/^X-Mail-Reference:\s*(\S+)/im.exec(mail.split(/\r?\n\r?\n/, 1)[0] ?? '') ?? [])[1] ?? ''

/** A report is not from the future, whatever its clock says. */
function dateOf({ date }: Email): Date {
  const at = date ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) || at > rightTime() ? rightNow() : new Date(at)
}

/** The fields of a block of a report, folded lines joined, names in small letters. */
const fieldsOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap(line => {
        const at = line.indexOf(':')
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : []
      }),
  )

/** The first recipient that was given up; a delay is no failure. */
function failureOf(status: string): Pick<Report, 'outcome' | 'detail'> | undefined {
  const blocks = status.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf)
  const failed = blocks.find(fields => fields.get('action')?.toLowerCase() === 'failed')
  if (!failed) return undefined
  const answer = (failed.get('diagnostic-code') ?? '').replace(/^smtp;\s*/i, '')
  const code = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(failed.get('status') ?? '')?.[1]
  // many servers say 5.0.0 where their own answer says more
  const exact = code && !/\.0\.0$/.test(code) ? code : (statusOf(answer) ?? code)
  return {
    outcome: refusalOf({ status: exact, answer }),
    detail: [exact, answer].filter(Boolean).join(' ').slice(0, 300),
  }
}

function complaintOf(feedback: string): Pick<Report, 'outcome' | 'detail'> | undefined {
  const type = fieldsOf(feedback).get('feedback-type')?.toLowerCase()
  return type === 'abuse' || type === 'fraud' ? { outcome: 'spam', detail: type } : undefined
}
