import type { SendMailOptions } from 'nodemailer'
import { encode as base64, wrap as inLines } from 'nodemailer/lib/base64'
import { foldLines, isPlainText } from 'nodemailer/lib/mime-funcs'
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
 * The email that nodemailer would send, byte for byte, which a test compares, with the line ends of SMTP in its texts.
 * Nodemailer's own way puts each part through several streams, encodes every line and finds every header anew, which
 * costs eight times the time when ten thousand emails leave.
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

/** What is the same in all emails of a pitch is made once. */
function once(key: string, make: () => string): string {
  const made = known.get(key) ?? make()
  if (known.size > 100) known.clear()
  known.set(key, made)
  return made
}

/** A header with words of people. */
const encoded = (name: string, value: string | Mailbox): string =>
  once(JSON.stringify([name, value]), () => line(name, MimeNode.encodeHeaderValue(name, value)))

/** An address that needs no other form, as nearly all do. */
const isPlain = ({ name, address }: Mailbox): boolean => name === '' && /^[\w.+-]+@[a-z0-9.-]+$/.test(address)

const addressOf = (mailbox: Mailbox): string =>
  isPlain(mailbox)
    ? mailbox.address
    : once(JSON.stringify(mailbox), () => new MimeNode(false).setHeader('to', mailbox).getEnvelope().to[0] || '')

function treeOf({ text, html, pictures = [], calendar }: Message): Part {
  const page = pagePart(html)
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

/** Bytes that a line of an email may have (RFC 5322, 2.1.1). */
const LINE = 998

/**
 * A page in ASCII, where markup names all other characters, needs no encoding, unless it has a line that is too long:
 * as quoted-printable it takes more room, and the most time of all that an email needs.
 */
function pagePart(html: string): Part {
  const page = inAscii(inSmtpLines(html))
  if (hasLongerLine(page, LINE)) return textPart('html', html)
  return { head: 'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 7bit', body: page }
}

/** The same page: no text of a person stands where markup names no characters, in a style or a comment. */
export const inAscii = (html: string): string =>
  // half the time of the same with Unicode's flag
  html.replace(/[\ud800-\udbff][\udc00-\udfff]|[\u0080-\uffff]/g, sign => `&#${sign.codePointAt(0)};`)

const inSmtpLines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')

/** Of a text in lines of SMTP. A pattern takes forty times as long. */
function hasLongerLine(text: string, most: number): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\r\n', at)
    if ((end < 0 ? text.length : end) - at > most) return true
    if (end < 0) return false
    at = end + 2
  }
  return false
}

function textPart(kind: string, content: string): Part {
  const type = `text/${kind.includes(';') ? kind : `${kind}; charset=utf-8`}`
  const text = inSmtpLines(content)
  // a page is mostly markup
  const encoding = encodingOf(text, kind === 'html')
  const head = `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}`
  if (encoding === 'quoted-printable') return { head, body: quoted(text) }
  return { head, body: encoding === 'base64' ? inLines(base64(text)) : text }
}

/** As nodemailer chooses it: a text of more Chinese than Latin is shorter in base64. */
function encodingOf(text: string, isMarkup: boolean): '7bit' | 'quoted-printable' | 'base64' {
  if (isPlainText(text) && !hasLongerLine(text, 76)) return '7bit'
  return isMarkup || isMoreLatin(text) ? 'quoted-printable' : 'base64'
}

/** Whether a text has more Latin letters than control characters and signs beyond ASCII. */
function isMoreLatin(text: string): boolean {
  // of those there are at most so many, so the beginning of most texts tells
  const most = Buffer.byteLength(text) - text.length + (text.match(/\p{Cc}/gu)?.length ?? 0)
  let letters = 0
  let others = 0
  for (let at = 0; at < text.length && letters <= most; at++) {
    const code = text.charCodeAt(at)
    const letter = code | 0x20
    if (letter >= 0x61 && letter <= 0x7a) letters++
    else if (code >= 0x80 || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) others++
  }
  return letters > others
}

const quotedLines = new Map<string, string>()

/** A text of lines as quoted-printable: most lines of an email are the same in all emails of a pitch. */
function quoted(text: string): string {
  const lines = text.split('\r\n')
  const last = lines.pop() ?? ''
  const made = lines.map(line => {
    const before = quotedLines.get(line)
    if (before !== undefined) return before
    if (quotedLines.size >= 1000) quotedLines.clear()
    const now = inSoftLines(quotedPrintable(`${line}\r\n`))
    quotedLines.set(line, now)
    return now
  })
  return `${made.join('')}${inSoftLines(quotedPrintable(last))}`
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
