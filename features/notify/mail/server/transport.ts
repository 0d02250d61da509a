import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import type { MailRow } from './queries.ts'

/**
 * Milliseconds that a mail server gets for each step. Once it has a mail it may take ten minutes to say so (RFC 5321,
 * 4.5.3.2.6): giving up earlier and repeating sends it twice.
 */
export const patience = {
  ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 },
  socketTimeout: 600_000,
} as const

const transports = new Map<string, Transporter>()

function transportOf(smtpUrl: string): Transporter {
  const known = transports.get(smtpUrl)
  if (known) return known
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 2, maxMessages: 100, ...patience })
  transports.set(smtpUrl, transport)
  return transport
}

/** Closes the connections to the mail server. */
export function closeMail(): void {
  for (const transport of transports.values()) transport.close()
  transports.clear()
}

/** Hands a mail over; undefined when the mail server took it. `forGood`: it will never take it. */
export async function deliver(
  { settings }: Frame,
  mail: MailRow,
): Promise<{ reason: string; forGood: boolean } | undefined> {
  if (!settings.smtpUrl) return { reason: 'SMTP_URL is not set', forGood: false }
  try {
    await transportOf(settings.smtpUrl).sendMail(messageOf(mail, settings.mailFrom, settings.publicUrl))
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

/** Addresses go as objects, so that nothing in them is parsed as a list; nothing is fetched from files or addresses. */
function messageOf(mail: MailRow, from: string, publicUrl: string): SendMailOptions {
  const method = mail.calendar?.match(/^METHOD:([A-Z]+)\s*$/m)?.[1] ?? 'PUBLISH'
  return {
    from,
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: rightNow(),
    messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    ...(mail.calendar ? { icalEvent: { method, content: mail.calendar, filename: 'invite.ics' } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** 5xx to the sender, the recipient or the text is final; anything else (no connection, 4xx, sign-in) may pass. */
function refusalOf(error: unknown): { reason: string; forGood: boolean } {
  const {
    code = '',
    responseCode,
    response,
    message,
  } = error as Error & {
    code?: string
    responseCode?: number
    response?: string
  }
  const reason = (response ?? message ?? 'unknown').replace(/\s+/g, ' ').slice(0, 300)
  const forGood = ['EENVELOPE', 'EMESSAGE'].includes(code) && (responseCode ?? 0) >= 500
  return { reason, forGood }
}

let checked: { url: string; at: number; status: PartStatus } | undefined

/** Whether mail can be sent, for /healthz; the mail server is asked at most twice a minute. */
export async function mailStatus({ settings, log }: Frame): Promise<PartStatus> {
  const { smtpUrl: url } = settings
  if (!url) return 'off: SMTP_URL is not set, mails are kept in the outbox'
  if (checked?.url === url && rightTime() - checked.at < 30_000) return checked.status
  const status = await transportOf(url)
    .verify()
    .then((): PartStatus => 'ok')
    .catch((error): PartStatus => {
      log.warn({ err: error }, 'mail server')
      return 'off: the mail server does not answer as it should'
    })
  checked = { url, at: rightTime(), status }
  return status
}
