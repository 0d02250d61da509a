import { ImapFlow } from 'imapflow'
import { rightTime } from '#server/clock.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import { findMail } from '../queries.ts'
import { recordReport } from './record.ts'
import { readReturned } from './returned.ts'

/** The most reports that one visit reads; the next comes two minutes later. */
const AT_ONCE = 200
/** Bytes that are read of a report: its parts stand before the email that it returns. */
const READ_BYTES = 256_000

/**
 * Reads what has come to the bounce mailbox since the last visit. Emails are marked as read, never moved or deleted:
 * they are the operator's. One that cannot be read is left as it is and does not hold up the others.
 */
export async function readMailbox(frame: Frame): Promise<void> {
  const { bounceMailbox: url } = frame.settings
  if (!url) return
  const client = clientOf(new URL(url))
  client.on('error', error => frame.log.warn({ err: error }, 'bounce mailbox'))
  await client.connect()
  try {
    await client.mailboxOpen(folderOf(url))
    const found = (await client.search({ seen: false }, { uid: true })) || []
    for (const uid of found.slice(0, AT_ONCE)) {
      const { source } =
        (await client.fetchOne(String(uid), { source: { maxLength: READ_BYTES } }, { uid: true })) || {}
      if (source) await take(frame, source)
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

let checked: { url: string; at: number; status: PartStatus } | undefined

/** Whether returned emails can be read, for /healthz; the mailbox is asked at most once in five minutes. */
export async function bounceStatus({ settings: { bounceMailbox: url }, log }: Frame): Promise<PartStatus> {
  if (!url) return 'off: BOUNCE_IMAP_URL is not set, returned mails are not read'
  if (checked?.url === url && rightTime() - checked.at < 300_000) return checked.status
  const status = await visit(url).then(
    (): PartStatus => 'ok',
    (error): PartStatus => {
      log.warn({ err: error }, 'bounce mailbox')
      return 'off: the bounce mailbox does not answer as it should'
    },
  )
  checked = { url, at: rightTime(), status }
  return status
}

/** Opens the mailbox as reading does, and reads nothing. */
async function visit(url: string): Promise<void> {
  const client = clientOf(new URL(url))
  // the failure comes with the promise as well
  client.on('error', () => {})
  await client.connect()
  try {
    await client.mailboxOpen(folderOf(url))
  } finally {
    await client.logout().catch(() => client.close())
  }
}

const folderOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX'

async function take(frame: Frame, source: Buffer): Promise<void> {
  const returned = await readReturned(frame.settings, source).catch(error => {
    frame.log.warn({ err: error }, 'a mail in the bounce mailbox could not be read')
  })
  const mail = returned && (await findMail(frame.db, returned.mailId))
  // a forwarded mail comes back from another address: what counts is whom we wrote to
  if (mail) await frame.db.transaction(db => recordReport(db, frame, { ...returned, address: mail.recipient }))
}

const clientOf = ({ protocol, hostname, port, username, password }: URL): ImapFlow =>
  new ImapFlow({
    host: hostname,
    port: Number(port) || (protocol === 'imaps:' ? 993 : 143),
    secure: protocol === 'imaps:',
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    ...{ connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 },
  })
