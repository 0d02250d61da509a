import { randomUUID } from 'node:crypto'
import type { Language } from '#contract/fields.ts'
import { type Holding, showTo, suppressedAmong } from '#features/notify/suppression/server/suppressing.ts'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { type MailKind, topicOf } from '../kinds.ts'
import { brandOf, LOGO_CID } from './brand.ts'
import type { Letter } from './letter.ts'
import { mailPage } from './mailPage.ts'
import { wayOutToken } from './mailToken.ts'
import { withoutSecrets } from './outbox.ts'
import { findMailByKey, insertMail } from './queries.ts'

/** A mail to write: a letter, and to whom it goes. */
export interface MailDraft extends Letter {
  /** What it is about, once and for all: a second mail of the same key is not written. */
  readonly key: string
  /** Which mail it is; from which topic its reader unsubscribes with it stands in kinds.ts. */
  readonly kind: MailKind
  readonly organisationId: string | null
  /** One e-mail address. */
  readonly recipient: string
  /** The reply address, one e-mail address; none unless it is read. */
  readonly replyTo?: string | undefined
  readonly language: Language
  /** An .ics calendar with a METHOD line. */
  readonly calendar?: string | undefined
  /** Puts a link into it that shows it in a browser: not for what carries a code or opens an account. */
  readonly inBrowser?: boolean | 'presenter'
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
 * Writes a mail in the caller's transaction and has it sent after the commit; without SMTP it is kept in the outbox, and to
 * an address that gets no mail it is written as `suppressed`. Answers the id of the key's mail, be it new or written before.
 */
export async function queueMail(context: MailContext, mail: MailDraft): Promise<string> {
  const { db, enqueue, frame } = context
  const { key, kind, organisationId, language, calendar = null } = mail
  const recipient = oneLine(mail.recipient, 254)
  const holding = await holdingOf(context, { kind, organisationId, recipient })
  const sends = frame.settings.smtpUrl !== undefined
  const mailId = randomUUID()
  const { viewHash, text, html } = await bodiesOf(context, mail, mailId, holding === undefined)
  const subject = oneLine(mail.subject, 200)
  const state = holding ? 'suppressed' : sends ? 'queued' : 'kept'
  const id = await insertMail(db, {
    ...{ id: mailId, key, kind, organisationId, language, recipient, calendar, state, viewHash },
    ...withoutSecretsIf(holding !== undefined, { subject, text, html }),
    replyTo: mail.replyTo === undefined ? null : oneLine(mail.replyTo, 254),
    heldBy: holding?.kind ?? null,
  })
  if (id === undefined) return findMailByKey(db, key)
  if (holding) await noteHolding(context, holding, organisationId)
  else if (sends) await enqueue('sendMail', { mailId: id }, { key: `mail:${id}`, queue: sendQueue(id) })
  return id
}

/** Both bodies, with the links that belong to this one mail: to see it in a browser, and out of its kind. */
async function bodiesOf({ db, frame }: MailContext, mail: MailDraft, mailId: string, goes: boolean) {
  const { publicUrl } = frame.settings
  const view = goes && mail.inBrowser ? newToken() : undefined
  const leaves = goes && mail.organisationId !== null && topicOf(mail.kind) !== undefined
  const brand = await brandOf(db, mail.organisationId)
  const bodies = mailPage(mail.page, {
    brand: brand && { name: brand.name, logo: brand.logo === null ? undefined : `cid:${LOGO_CID}` },
    viewUrl:
      view &&
      `${publicUrl}${mail.inBrowser === 'presenter' ? '/email/presenter' : '/view-in-browser/all-in-one'}#${view.token}`,
    wayOutUrl: leaves ? `${publicUrl}/email/preferences#${await wayOutToken(frame.settings, mailId)}` : undefined,
  })
  return { ...bodies, viewHash: view?.hash ?? null }
}

/** A mail that is never sent keeps no links and codes. */
const withoutSecretsIf = (suppressed: boolean, mail: { subject: string; text: string; html: string }) =>
  suppressed ? withoutSecrets({ ...mail, state: 'suppressed', viewHash: null }) : mail

/** Why the recipient of a mail gets none of its kind. */
export async function holdingOf(
  { db, frame }: Pick<MailContext, 'frame'> & { readonly db: Parameters<typeof suppressedAmong>[0] },
  { kind, organisationId, recipient }: { kind: string; organisationId: string | null; recipient: string },
): Promise<Holding | undefined> {
  if (kind === 'sms') return undefined
  const asked = { organisationId, topic: topicOf(kind) }
  return (await suppressedAmong(db, frame.settings, [recipient], asked)).get(recipient)
}

/** The organization whose mail was kept back sees the entry that did so. */
export async function noteHolding(
  { db }: { readonly db: Parameters<typeof showTo>[0] },
  { id, isEverywhere }: Holding,
  organisationId: string | null,
): Promise<void> {
  if (isEverywhere && organisationId !== null) await showTo(db, id, organisationId)
}

/** Line breaks in a name or a title must not become headers of the mail. */
export const oneLine = (value: string, max: number): string =>
  value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max)

/** Two mails at a time: a slow mail server must not take every worker from the decks. */
export const sendQueue = (mailId: string): string => `mail-${Number.parseInt(mailId.slice(-1), 16) % 2}`
