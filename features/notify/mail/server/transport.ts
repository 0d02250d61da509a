import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { topicOf } from '../kinds.ts'
import type { Brand } from './brand.ts'
import { type MailPace, newMailPace } from './mailPace.ts'
import { mailReference, wayOutToken } from './mailToken.ts'
import { carried } from './pictures.ts'
import type { MailRow } from './queries.ts'
import { type Refusal, refusalOf, statusOf } from './reports/classify.ts'
import { oneClickUrl } from './wayOut.ts'
import { type Message, type WholeMail, wholeMail } from './whole.ts'

/**
 * Milliseconds that a mail server gets for each step. Once it has an email it may take ten minutes to say so (RFC 5321,
 * 4.5.3.2.6): giving up earlier and repeating sends it twice.
 */
export const patience = {
  ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 },
  socketTimeout: 600_000,
} as const

/** Connections to the mail server: as many emails are handed over at once. */
export const CONNECTIONS = 5

interface MailServer {
  readonly transport: SMTPPool
  readonly pace: MailPace
}
const servers = new Map<string, MailServer>()

/** The mail server of an address: its connections, and the pace at which it is given emails. */
export function mailServerOf(smtpUrl: string, { mailPerSecond }: Pick<Settings, 'mailPerSecond'>): MailServer {
  const known = servers.get(smtpUrl)
  if (known) return known
  const pool = { pool: true, maxConnections: CONNECTIONS, maxMessages: 100 } as const
  // nodemailer's own front reads the proxy of the address, which the pool alone would ignore
  const { transporter, getSocket } = createTransport({ url: smtpUrl, ...pool, ...patience })
  const transport = transporter as SMTPPool
  if (getSocket) transport.getSocket = getSocket
  const server = {
    transport,
    pace: newMailPace(mailPerSecond),
  }
  servers.set(smtpUrl, server)
  return server
}

/** Closes the connections to the mail server, and forgets what it has said. */
export function closeMail(): void {
  for (const { transport } of servers.values()) transport.close()
  servers.clear()
}

/** Why a mail server did not take an email. `forGood`: it never will. */
export interface Refused {
  readonly reason: string
  readonly forGood: boolean
  /** The mail server accepts nothing at the moment, for any recipient. */
  readonly ofServer?: boolean
  /** It is about the recipient: what it says of their address. */
  readonly ofRecipient?: Refusal | undefined
}

/** Hands an email over; undefined when the mail server took it. */
export async function deliver(frame: Frame, mail: MailRow, brand: Brand | undefined): Promise<Refused | undefined> {
  const { settings } = frame
  if (!settings.smtpUrl) return { reason: 'SMTP_URL is not set', forGood: false }
  try {
    await give(mailServerOf(settings.smtpUrl, settings).transport, wholeMail(await messageOf(frame, mail, brand)))
    return undefined
  } catch (error) {
    return refusedBy(error)
  }
}

/** Gives an email to the pool as it is: `sendMail` would parse it once more, and put it through four streams. */
function give(pool: SMTPPool, { envelope, messageId, raw }: WholeMail): Promise<void> {
  const message = {
    getEnvelope: () => envelope,
    messageId: () => messageId,
    getHeader: () => messageId,
    createReadStream: () => Readable.from(raw),
  }
  return new Promise((resolve, reject) => {
    pool.send({ data: {}, message } as never, error => (error ? reject(error) : resolve()))
  })
}

/** The headers by which mail programs offer the way out (RFC 2369, RFC 8058); none on emails that were asked for. */
async function wayOut({ id, kind, organisationId }: MailRow, settings: Settings): Promise<Message['headers']> {
  if (organisationId === null || topicOf(kind) === undefined) return {}
  const url = oneClickUrl(settings.publicUrl, await wayOutToken(settings, id))
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** With a bounce mailbox the envelope's sender carries the email's reference, so that a returned one is known by it. */
function returnAddress({ bounceAddress }: Settings, reference: string) {
  if (!bounceAddress) return {}
  const at = bounceAddress.lastIndexOf('@')
  return { returnTo: `${bounceAddress.slice(0, at)}+${reference}${bounceAddress.slice(at)}` }
}

/** The installation's address, under the name of the organization that writes. */
function senderOf({ mailFrom }: Settings, brand: Brand | undefined): Message['from'] {
  const [, own = '', address = mailFrom] = /^([^<]*)<([^<>]+)>/.exec(mailFrom) ?? []
  const name = brand?.sender ?? own.replaceAll('"', '').trim()
  return { name: name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), address }
}

async function messageOf(frame: Frame, mail: MailRow, brand: Brand | undefined): Promise<Message> {
  const { settings } = frame
  const replyTo = mail.replyTo ?? brand?.replyTo
  const reference = await mailReference(settings, mail.id)
  const method = mail.calendar?.match(/^METHOD:([A-Z]+)\s*$/m)?.[1] ?? 'PUBLISH'
  return {
    from: senderOf(settings, brand),
    ...returnAddress(settings, reference),
    to: { name: '', address: mail.recipient },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(await carried(frame, mail.html, { ...mail.pictures, logo: brand?.logo })),
    date: rightNow(),
    messageId: `<${mail.id}@${new URL(settings.publicUrl).hostname}>`,
    headers: {
      ...{ 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language, 'X-Mail-Reference': reference },
      ...(await wayOut(mail, settings)),
    },
    ...(mail.calendar ? { calendar: { method, content: mail.calendar } } : {}),
    base: mail.id.replaceAll('-', ''),
  }
}

/** 5xx to the sender, the recipient or the text is final; anything else (no connection, 4xx, sign-in) may pass. */
function refusedBy(error: unknown): Refused {
  const { code = '', command = '', responseCode = 0, response, message } = error as Partial<SMTPError> & Error
  const reason = (response ?? message ?? 'unknown').replace(/\s+/g, ' ').slice(0, 300)
  const forGood = ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500
  // 421 ends the connection, whatever it answers to; other 4xx to a recipient are about that one alone
  const isOfServer = code !== '' && (command !== 'RCPT TO' || responseCode === 421)
  if (!forGood) return { reason, forGood, ofServer: isOfServer }
  const status = statusOf(reason)
  const said = refusalOf({ status, answer: reason })
  // after the text, only a status of its own says that the recipient was meant
  const isOfRecipient = command === 'RCPT TO' || (status !== undefined && said === 'bounces')
  return { reason, forGood, ...(isOfRecipient && { ofRecipient: said }) }
}

type SMTPError = { code: string; command: string; responseCode: number; response: string }

let checked: { url: string; at: number; status: PartStatus } | undefined

/** Whether mail can be sent, for /healthz; the mail server is asked at most twice a minute. */
export async function mailStatus({ settings, log }: Frame): Promise<PartStatus> {
  const { smtpUrl: url } = settings
  if (!url) return 'off: SMTP_URL is not set, mails are kept in the outbox'
  if (checked?.url === url && rightTime() - checked.at < 30_000) return checked.status
  const status = await mailServerOf(url, settings)
    .transport.verify()
    .then((): PartStatus => 'ok')
    .catch((error): PartStatus => {
      log.warn({ err: error }, 'mail server')
      return 'off: the mail server does not answer as it should'
    })
  checked = { url, at: rightTime(), status }
  return status
}
