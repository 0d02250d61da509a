import type { SendMailOptions } from 'nodemailer'
import { encode as base64, wrap as inLines } from 'nodemailer/lib/base64'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import MimeNode from 'nodemailer/lib/mime-node'
import { wrap as inSoftLines, encode as quotedPrintable } from 'nodemailer/lib/qp'

interface Mailbox {
  readonly name: string
  readonly address: string
}

/** What an email says, to one recipient; texts and buffers, nothing that is read from elsewhere. */
export interface Message {
  readonly from: Mailbox
  readonly to: Mailbox
  readonly replyTo?: Mailbox
  readonly subject: string
  readonly messageId: string
  readonly date: Date
  /** ASCII. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
  /** Pictures of the page. */
  readonly pictures?: readonly Picture[]
  readonly calendar?: { readonly method: string; readonly content: string } | undefined
  /** Of the envelope, when it is not the sender's address. */
  readonly returnTo?: string
  /** Makes the boundaries of the parts. */
  readonly base: string
}
interface Picture {
  readonly cid: string
  readonly filename: string
  readonly type: string
  readonly content: Buffer
}

/** An email as it goes over the wire, and its envelope. */
export interface WholeMail {
  readonly envelope: Exclude<SendMailOptions['envelope'], undefined> & { readonly from: string }
  readonly messageId: string
  readonly raw: Buffer
}

type Part =
  | { readonly head: string; readonly body: string }
  | { readonly type: string; readonly parts: readonly Part[] }

/**
 * The email that nodemailer would send, byte for byte, which a test compares. Nodemailer's own way puts each part
 * through several streams and finds every header anew, which costs four times the time when ten thousand emails leave.
 */
export function wholeMail(message: Message): WholeMail {
  const { from, to, returnTo, messageId, base } = message
  const [sender, recipient] = [addressOf(from), addressOf(to)]
  let parts = 0
  const raw = `${headOf(message)}\r\n${written(treeOf(message), base, () => ++parts)}\r\n`
  const back = returnTo === undefined ? sender : addressOf({ name: '', address: returnTo })
  return { envelope: { from: back, to: [recipient] }, messageId, raw: Buffer.from(raw) }
}

/** Only what differs from mail to mail is written anew. */
function headOf({ headers, from, to, replyTo, subject, messageId, date }: Message): string {
  const lines = [
    ...Object.entries(headers).map(([name, value]) => line(name, value)),
    encoded('From', from),
    isPlain(to) ? line('To', to.address) : encoded('To', to),
    ...(replyTo ? [encoded('Reply-To', replyTo)] : []),
    encoded('Subject', subject),
    line('Message-ID', messageId),
    line('Date', date.toUTCString().replace(/GMT/, '+0000')),
    'MIME-Version: 1.0',
  ]
  return lines.join('\r\n')
}

const line = (name: string, value: string): string => foldLines(`${name}: ${value}`, 76)

const known = new Map<string, string>()

/** A header with words of people, which is the same in all emails of a pitch. */
function encoded(name: string, value: string | Mailbox): string {
  const key = JSON.stringify([name, value])
  const made = known.get(key) ?? line(name, MimeNode.encodeHeaderValue(name, value))
  if (known.size > 100) known.clear()
  known.set(key, made)
  return made
}

/** An address that needs no other form, as nearly all do. */
const isPlain = ({ name, address }: Mailbox): boolean => name === '' && /^[\w.+-]+@[a-z0-9.-]+$/.test(address)

const addressOf = (mailbox: Mailbox): string =>
  isPlain(mailbox) ? mailbox.address : new MimeNode(false).setHeader('to', mailbox).getEnvelope().to[0] || ''

function treeOf({ text, html, pictures = [], calendar }: Message): Part {
  const page = textPart('html', html)
  const seen =
    pictures.length > 0
      ? { type: 'multipart/related; type="text/html"', parts: [page, ...pictures.map(picturePart)] }
      : page
  const said = [textPart('plain', text), seen]
  if (!calendar) return { type: 'multipart/alternative', parts: said }
  const { method, content } = calendar
  const entry = textPart(`calendar; charset=utf-8; method=${method}`, content)
  const file = {
    head: 'Content-Type: application/ics; name=invite.ics\r\nContent-Disposition: attachment; filename=invite.ics\r\nContent-Transfer-Encoding: base64',
    body: inLines(base64(content)),
  }
  return { type: 'multipart/mixed', parts: [{ type: 'multipart/alternative', parts: [...said, entry] }, file] }
}

function written(part: Part, base: string, next: () => number): string {
  const number = next()
  if (!('parts' in part)) return `${part.head}\r\n\r\n${part.body}`
  const boundary = `--_NmP-${base}-Part_${number}`
  const inner = part.parts.map(one => `--${boundary}\r\n${written(one, base, next)}`)
  return `${line('Content-Type', `${part.type}; boundary="${boundary}"`)}\r\n\r\n${inner.join('\r\n')}\r\n--${boundary}--\r\n`
}

function textPart(kind: string, content: string): Part {
  const type = `text/${kind.includes(';') ? kind : `${kind}; charset=utf-8`}`
  // a page is mostly markup; of other texts nodemailer counts the letters
  const options = { baseBoundary: '-', ...(kind === 'html' && { textEncoding: 'Q' as const }) }
  const encoding = new MimeNode(type, options).setContent(content).getTransferEncoding() || '7bit'
  const head = `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}`
  if (encoding === 'quoted-printable') return { head, body: inSoftLines(quotedPrintable(content)) }
  return { head, body: encoding === 'base64' ? inLines(base64(content)) : content }
}

function picturePart({ cid, filename, type, content }: Picture): Part {
  const head = [
    `Content-Type: ${type}; name=${filename}`,
    `Content-ID: <${cid}>`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: inline; filename=${filename}`,
  ]
  return { head: head.join('\r\n'), body: pictureOf(content) }
}

const pictures = new WeakMap<Buffer, string>()

/** A picture is encoded once for all emails that carry it. */
function pictureOf(content: Buffer): string {
  const known = pictures.get(content)
  if (known !== undefined) return known
  const made = inLines(base64(content))
  pictures.set(content, made)
  return made
}
