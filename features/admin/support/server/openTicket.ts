import type { Language } from '#contract/fields.ts'
import type { supportCalls } from '#features/admin/support/contract.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import { type MailDraft, mailTo, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { countMailAsked } from '#server/limits.ts'
import { questionMail, receiptMail } from './emails.ts'
import { answerersOf, insertTicket, sameTicket, type TicketRow, updateTicket, waitForOwn } from './queries.ts'

/** CALL-170. What the sender says of themselves is how to reach them; who they are, the server knows. */
export const createTicket: Handler<typeof supportCalls.createTicket> = async context => {
  const { actor, input } = context
  const asked = askedBy(actor, input.content, [input.name, input.email, input.phone])
  const { number } = await openTicket(context, actor, asked)
  return { number }
}

/** CALL-171. Name and address are unverified: no act in that person's name, and nothing about them in the answer. */
export const createVisitorTicket: Handler<typeof supportCalls.createVisitorTicket> = async context => {
  const { input } = context
  const { number } = await openTicket(context, undefined, {
    content: input.content,
    name: input.name || input.email,
    email: input.email,
    contact: input.phone ?? '',
    language: input.language,
    timezone: 'UTC',
  })
  return { number }
}

/** CALL-169 */
export const sendHelpInfo: Handler<typeof supportCalls.sendHelpInfo> = async context => {
  const { actor, input } = context
  const { number } = await openTicket(context, actor, askedBy(actor, input.description))
  return { number }
}

/** The same words within this time are the same question: a second click, or the second of the shell's two calls. */
const SAME_FOR = 10 * 60_000

interface Asked {
  readonly content: string
  readonly name: string
  readonly email: string
  readonly contact: string
  readonly language: Language
  readonly timezone: string
}

/** Who asks: the server knows a person, and takes a visitor's word. */
export const askedBy = (actor: Actor, content: string, contact: readonly (string | undefined)[] = []): Asked => ({
  content,
  name: actor.name || actor.email,
  email: actor.email,
  // what the account says anyway need not be said again
  contact: contact.filter(part => part && ![actor.email, actor.accountId, actor.name].includes(part)).join(', '),
  language: actor.language,
  timezone: actor.timezone,
})

/** Opens a ticket, tells who answers it, and mails support and the sender; once for the same words. */
export async function openTicket(context: Context, actor: Actor | undefined, asked: Asked): Promise<TicketRow> {
  const { db, now } = context
  const accountId = actor?.accountId ?? null
  const asker = { accountId, email: asked.email, content: asked.content }
  await waitForOwn(db, accountId ?? asked.email)
  const same = await sameTicket(db, asker, new Date(now.getTime() - SAME_FOR))
  if (same) {
    if (asked.contact && asked.contact !== same.contact)
      await updateTicket(db, same.id, { contact: asked.contact, updatedAt: now })
    return same
  }
  await countMailAsked(context.frame, { ip: context.request.ip, to: accountId ? `ticket ${accountId}` : asked.email })
  const row = await insertTicket(db, {
    ...asker,
    organisationId: actor?.organisationId ?? null,
    name: asked.name,
    contact: asked.contact,
    language: asked.language,
  })
  await tellSupport(context, row, asked.timezone, row.content)
  await tell(context, { notice: await openedNotice(db, row), mail: await receiptOf(context, row) })
  return row
}

/** Mails a question, or what was added to one, to the support address. `more` is the id of the added message. */
export async function tellSupport(
  context: Pick<Context, 'db' | 'enqueue' | 'frame' | 'now'>,
  row: TicketRow,
  zone: string,
  content: string,
  more?: string,
): Promise<void> {
  const { db, frame, now } = context
  const home = row.organisationId ? await findOrganisation(db, row.organisationId) : undefined
  const { number, name, email, contact, language } = row
  const organisation = home?.name ?? ''
  const url = `${frame.settings.publicUrl}/support/tickets?ticket=${number}`
  const question = { number, name, email, contact, organisation, at: now, zone, content, url }
  await queueMail(context, {
    key: `ticket:${row.id}:${more ?? 'opened'}`,
    kind: 'supportQuestion',
    organisationId: row.organisationId,
    recipient: supportAddress(frame, home?.supportEmail ?? null),
    language,
    // a reply from the mailbox goes to the person, and not to the console
    replyTo: email,
    ...questionMail(language, question, { isMore: more !== undefined }),
  })
}

/** The mail to support: a question waits. */
export const openedNotice = async (db: Context['db'], { accountId, organisationId, number, name }: TicketRow) => ({
  accountIds: await answerersOf(db, organisationId),
  kind: 'ticketOpened' as const,
  params: { number, name },
  by: accountId ?? undefined,
})

async function receiptOf(context: Context, row: TicketRow): Promise<MailDraft> {
  const url = `${context.frame.settings.publicUrl}/help?ticket=${row.number}`
  const known = row.accountId ? { known: { name: row.name, content: row.content, url } } : {}
  const replyTo = await repliesTo(context, row)
  return {
    ...mailTo(row),
    ...{ key: `ticket:${row.id}:receipt`, kind: 'ticketReceipt', replyTo },
    ...receiptMail(row.language, { number: row.number, replyTo, ...known }),
  }
}

/**
 * Where an answer to one of our mails about a ticket goes: to those who read the questions. Undefined where nobody has
 * named an address for them, for then the mail says that answers are not read.
 */
export async function repliesTo(
  { db, frame }: Pick<Context, 'db' | 'frame'>,
  row: TicketRow,
): Promise<string | undefined> {
  const home = row.organisationId ? await findOrganisation(db, row.organisationId) : undefined
  return home?.supportEmail ?? frame.settings.supportEmail
}

/** Where questions are mailed: the organisation's own address, the installation's, or the superadmin's. */
export const supportAddress = ({ settings }: Pick<Frame, 'settings'>, ofOrganisation: string | null): string =>
  ofOrganisation ?? settings.supportEmail ?? settings.superadminEmail
