import { randomUUID } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { type Holding, showTo, suppressedAmong } from '#features/notify/suppression/server/suppressing.ts'
import { backgroundTurn } from '#server/backgroundTurn.ts'
import { rightNow } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { newToken } from '#server/tokens.ts'
import { type MailKind, topicOf } from '../kinds.ts'
import { type Brand, brandOf, brandsOf, pageForBrowser } from './brand.ts'
import type { Letter } from './letter.ts'
import { brandOn, mailPage } from './mailPage.ts'
import { wayOutToken } from './mailToken.ts'
import { withoutSecrets } from './outbox.ts'
import type { MailPictures } from './pictures.ts'
import { insertMails } from './queries.ts'

/** An email to write: its content and its recipient. */
export interface MailDraft extends Letter {
  /** What it is about, once and for all: a second mail of the same key is not written. */
  readonly key: string
  /** Which mail it is; from which topic its reader unsubscribes with it stands in kinds.ts. */
  readonly kind: MailKind
  readonly organisationId: string | null
  /** One email address. */
  readonly recipient: string
  /** The reply address, one email address; none unless it is read. */
  readonly replyTo?: string | undefined
  readonly language: Language
  /** An .ics calendar with a METHOD line. */
  readonly calendar?: string | undefined
  /** What it is about, by which it is withdrawn while it waits: `aboutPitch`. */
  readonly about?: string
  /** The instant after which it is of no use: then it is not sent any more. */
  readonly validUntil?: Date | undefined
  /** Stored pictures that its page shows. */
  readonly pictures?: MailPictures | undefined
  /** Puts a link into it that shows it in a browser: not for what carries a code or opens an account. */
  readonly inBrowser?: boolean | 'presenter'
}

/** The owner of an account as the one to whom an email goes, in their language. */
export const mailTo = (person: { email: string; language: Language; organisationId: string | null }) => ({
  recipient: person.email,
  language: person.language,
  organisationId: person.organisationId,
})

/** What a handler's context, or a job that has opened a transaction, brings along. */
export type MailContext = Pick<Context, 'db' | 'enqueue' | 'frame'>

/** Writes one email; see `queueMails`. Returns the id of the key's mail, be it new or written before. */
export async function queueMail(context: MailContext, mail: MailDraft): Promise<string> {
  const [id = ''] = await queueMails(context, [mail])
  return id
}

/**
 * Writes emails in the caller's transaction and has them sent after the commit; without SMTP they are kept in the
 * outbox, and to an address that gets no email one is written as `suppressed`. Returns the ids of the keys' emails in
 * their order.
 */
export async function queueMails(context: MailContext, drafts: readonly MailDraft[]): Promise<string[]> {
  const { db, frame } = context
  const sends = frame.settings.smtpUrl !== undefined
  const mails = drafts.map(mail => ({ ...mail, id: randomUUID(), recipient: oneLine(mail.recipient, 254) }))
  const brands = await brandsOf(db, mails)
  const holdings = await holdingsOf(db, frame, mails)
  const rows: Parameters<typeof insertMails>[1][number][] = []
  for (const mail of mails) {
    const {
      id,
      key,
      kind,
      organisationId,
      language,
      recipient,
      calendar = null,
      about = null,
      validUntil = null,
    } = mail
    const holding = holdings.get(id)
    // calls get their turn between the emails
    if (mails.length > 1) await backgroundTurn()
    const { viewHash, ...bodies } = await bodiesOf(frame, mail, brands.get(organisationId), holding === undefined)
    const state = holding ? 'suppressed' : sends ? 'queued' : 'kept'
    rows.push({
      ...{ id, key, kind, organisationId, language, recipient, calendar, about, validUntil, state, viewHash },
      ...withoutSecretsIf(holding !== undefined, { ...bodies, subject: oneLine(mail.subject, 200) }),
      replyTo: mail.replyTo === undefined ? null : oneLine(mail.replyTo, 254),
      heldBy: holding?.kind ?? null,
      pictures: mail.pictures ?? null,
      ...(state === 'queued' && { dueAt: rightNow(), urgent: topicOf(kind) === undefined }),
    })
  }
  const ids = await insertMails(db, rows)
  const isNew = (mail: { id: string }, at: number) => ids[at] === mail.id
  const written = mails.filter(isNew)
  for (const { id, organisationId } of written) {
    const holding = holdings.get(id)
    if (holding) await noteHolding(db, holding, organisationId)
  }
  if (sends && written.some(({ id }) => !holdings.has(id))) await wakeOutbox(context)
  return ids
}

const woken = new WeakSet<Transaction>()

/** Has the outbox send what is due after the commit: one job for a transaction, however many emails it writes. */
async function wakeOutbox({ db, enqueue }: Pick<MailContext, 'db' | 'enqueue'>): Promise<void> {
  if (woken.has(db)) return
  woken.add(db)
  await enqueue('sendMails', {}, { queue: OUTBOX_QUEUE })
}

/** One run of the outbox at a time, on all servers together: no email is taken twice, and the pace is one. */
export const OUTBOX_QUEUE = 'mails'

/** Both bodies, with the links that belong to this one email: to see it in a browser, and out of its kind. */
async function bodiesOf(frame: Frame, mail: MailDraft & { id: string }, brand: Brand | undefined, goes: boolean) {
  const { publicUrl } = frame.settings
  const view = goes && mail.inBrowser ? newToken() : undefined
  const leaves = goes && mail.organisationId !== null && topicOf(mail.kind) !== undefined
  const bodies = mailPage(mail.page, {
    brand: brand && brandOn(brand),
    pictures: mail.pictures,
    viewUrl:
      view &&
      `${publicUrl}${mail.inBrowser === 'presenter' ? '/email/presenter' : '/view-in-browser/all-in-one'}#${view.token}`,
    wayOutUrl: leaves ? `${publicUrl}/email/preferences#${await wayOutToken(frame.settings, mail.id)}` : undefined,
  })
  return { ...bodies, viewHash: view?.hash ?? null }
}

/** An email as its reader will see it in a browser, which is not written: its links belong to no email. */
export async function previewMail(
  { db, frame }: { readonly db: Database | Transaction; readonly frame: Frame },
  mail: Pick<MailDraft, 'kind' | 'organisationId' | 'pictures' | 'subject' | 'page'>,
): Promise<{ subject: string; sender: string; html: string; text: string }> {
  const { publicUrl, mailFrom } = frame.settings
  const brand = await brandOf(db, mail.organisationId)
  const { text, html } = mailPage(mail.page, {
    viewUrl: `${publicUrl}/view-in-browser/all-in-one`,
    wayOutUrl: topicOf(mail.kind) && `${publicUrl}/email/preferences`,
    brand: brand && brandOn(brand),
    pictures: mail.pictures,
  })
  const sender = brand?.sender ?? mailFrom
  return { subject: mail.subject, sender, text, html: await pageForBrowser({ db, frame }, html, mail) }
}

/** An email that is never sent keeps no links and codes. */
const withoutSecretsIf = (suppressed: boolean, mail: { subject: string; text: string; html: string }) =>
  suppressed ? withoutSecrets({ ...mail, state: 'suppressed', viewHash: null }) : mail

interface Held {
  readonly id: string
  readonly kind: string
  readonly organisationId: string | null
  readonly recipient: string
}

/** Why the recipients of emails get none of their kind, by the mails' ids. */
export async function holdingsOf(
  db: Database | Transaction,
  { settings }: Pick<Frame, 'settings'>,
  mails: readonly Held[],
): Promise<ReadonlyMap<string, Holding>> {
  const holdings = new Map<string, Holding>()
  const alike = Map.groupBy(mails, ({ kind, organisationId }) => `${organisationId} ${topicOf(kind)}`)
  for (const some of alike.values()) {
    const [{ kind, organisationId } = { kind: '', organisationId: null }] = some
    const recipients = some.map(({ recipient }) => recipient)
    const held = await suppressedAmong(db, settings, recipients, { organisationId, topic: topicOf(kind) })
    for (const { id, recipient } of some) {
      const holding = held.get(recipient)
      if (holding) holdings.set(id, holding)
    }
  }
  return holdings
}

/** Refuses a code that would never arrive, so that its reader does not wait for it. */
export async function refuseSuppressed(
  { db, frame }: { readonly db: Database | Transaction; readonly frame: Frame },
  { email: recipient, organisationId }: { readonly email: string; readonly organisationId: string | null },
): Promise<void> {
  const asked = { id: '', kind: 'verificationCode', organisationId, recipient }
  if ((await holdingsOf(db, frame, [asked])).size > 0) throw new CallFailed('AddressSuppressed')
}

/** The organization whose mail was kept back sees the entry that did so. */
export async function noteHolding(
  db: Database | Transaction,
  { id, isEverywhere }: Holding,
  organisationId: string | null,
): Promise<void> {
  if (isEverywhere && organisationId !== null) await showTo(db, id, organisationId)
}

/** Line breaks in a name or a title must not become headers of the email. */
export const oneLine = (value: string, max: number): string =>
  value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max)
