import type { Language } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import type { Letter } from './letter.ts'
import { findMailByKey, insertMail } from './queries.ts'
import { withViewLink } from './viewInBrowser.ts'

/** A mail to write: a letter, and to whom it goes. */
export interface MailDraft extends Letter {
  /** What it is about, once and for all: a second mail of the same key is not written. */
  readonly key: string
  /** Which mail it is: `setPassword`, `pitchInvitation`, … */
  readonly kind: string
  readonly organisationId: string | null
  /** One e-mail address. */
  readonly recipient: string
  /** The reply address, one e-mail address; none unless it is read. */
  readonly replyTo?: string | undefined
  readonly language: Language
  /** An .ics calendar with a METHOD line. */
  readonly calendar?: string | undefined
  /** Puts a link into it that shows it in a browser: not for what carries a code or opens an account. */
  readonly inBrowser?: boolean
}

/** The owner of an account as the one to whom a mail goes, in their language. */
export const mailTo = (person: { email: string; language: Language; organisationId: string | null }) => ({
  recipient: person.email,
  language: person.language,
  organisationId: person.organisationId,
})

/** What a handler's context, or a job that has opened a transaction, brings along. */
export type MailContext = Pick<Context, 'db' | 'enqueue' | 'frame'>

/**
 * Writes a mail in the caller's transaction and has it sent after the commit; without SMTP it is kept in the outbox.
 * Answers the id of the key's mail, be it new or written before.
 */
export async function queueMail({ db, enqueue, frame }: MailContext, mail: MailDraft): Promise<string> {
  const sends = frame.settings.smtpUrl !== undefined
  const { inBrowser = false, ...written } = mail
  const view = inBrowser ? newToken() : undefined
  const id = await insertMail(db, {
    ...written,
    ...(view && withViewLink(mail, `${frame.settings.publicUrl}/view-in-browser/all-in-one#${view.token}`)),
    viewHash: view?.hash ?? null,
    recipient: oneLine(mail.recipient, 254),
    replyTo: mail.replyTo === undefined ? null : oneLine(mail.replyTo, 254),
    subject: oneLine(mail.subject, 200),
    calendar: mail.calendar ?? null,
    state: sends ? 'queued' : 'kept',
  })
  if (id === undefined) return findMailByKey(db, mail.key)
  if (sends) await enqueue('sendMail', { mailId: id }, { key: `mail:${id}`, queue: sendQueue(id) })
  return id
}

/** Line breaks in a name or a title must not become headers of the mail. */
export const oneLine = (value: string, max: number): string =>
  value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max)

/** Two mails at a time: a slow mail server must not take every worker from the decks. */
export const sendQueue = (mailId: string): string => `mail-${Number.parseInt(mailId.slice(-1), 16) % 2}`
