import type { SendMailOptions } from 'nodemailer'
import { encode as base64, wrap as inLines } from 'nodemailer/lib/base64'
import MailComposer from 'nodemailer/lib/mail-composer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { wrap as inSoftLines, encode as quotedPrintable } from 'nodemailer/lib/qp'

/** An email as it goes over the wire, and its envelope. */
export interface WholeMail {
  readonly envelope: Exclude<SendMailOptions['envelope'], undefined>
  readonly raw: Buffer
}

/**
 * The email that nodemailer would send, byte for byte, made at once: nodemailer puts each part through several streams
 * and writes each piece of it to the socket by itself, which costs twice the time when ten thousand emails leave.
 * Contents are texts and buffers.
 */
export function wholeMail(message: SendMailOptions): WholeMail {
  const node = new MailComposer(message).compile()
  const { from, to } = node.getEnvelope()
  return { envelope: { from: from || '', to }, raw: Buffer.from(`${partOf(node)}\r\n`) }
}

function partOf(node: MimeNode): string {
  // in this order: the headers say what the part is
  const head = `${node.buildHeaders()}\r\n\r\n`
  if (!node.multipart) return head + bodyOf(node)
  const parts = node.childNodes.map(child => `--${node.boundary}\r\n${partOf(child)}`)
  return `${head}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`
}

function bodyOf(node: MimeNode): string {
  const { content = '' } = node
  if (typeof content !== 'string' && !Buffer.isBuffer(content))
    throw new Error('a part of a mail is read from elsewhere')
  const encoding = node.getTransferEncoding()
  if (encoding === 'quoted-printable') return inSoftLines(quotedPrintable(content))
  if (encoding !== 'base64') return content.toString()
  return Buffer.isBuffer(content) ? pictureOf(content) : inLines(base64(content))
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
