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

/** CALL-170. The input says how to reach the asker; who they are, the server knows from the session. */
export const createTicket: Handler<typeof supportCalls.createTicket> = async context => {
  const { actor, input } = context
  const question = questionOf(actor, input.content, [input.name, input.email, input.phone])
  const { number } = await openTicket(context, actor, question)
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
  const { number } = await openTicket(context, actor, questionOf(actor, input.description))
  return { number }
}

/** The same words within this time (milliseconds) are one question: a second click, or the shell's second call. */
const SAME_FOR = 10 * 60_000

interface Question {
  readonly content: string
  readonly name: string
  readonly email: string
  readonly contact: string
  readonly language: Language
  readonly timezone: string
}

/** The question of a signed-in person, whose name and address come from the session. */
export const questionOf = (actor: Actor, content: string, contact: readonly (string | undefined)[] = []): Question => ({
  content,
  name: actor.name || actor.email,
  email: actor.email,
  // the account's own address, id and name are no further contact
  contact: contact.filter(part => part && ![actor.email, actor.accountId, actor.name].includes(part)).join(', '),
  language: actor.language,
  timezone: actor.timezone,
})

/** Opens a ticket, notifies support, and emails support and the asker; only once for the same words. */
export async function openTicket(context: Context, actor: Actor | undefined, question: Question): Promise<TicketRow> {
  const { db, now } = context
  const accountId = actor?.accountId ?? null
  const asker = { accountId, email: question.email, content: question.content }
  await waitForOwn(db, accountId ?? question.email)
  const same = await sameTicket(db, asker, new Date(now.getTime() - SAME_FOR))
  if (same) {
    if (question.contact && question.contact !== same.contact)
      await updateTicket(db, same.id, { contact: question.contact, updatedAt: now })
    return same
  }
  await countMailAsked(context.frame, {
    ip: context.request.ip,
    to: accountId ? `ticket ${accountId}` : question.email,
  })
  const row = await insertTicket(db, {
    ...asker,
    organisationId: actor?.organisationId ?? null,
    name: question.name,
    contact: question.contact,
    language: question.language,
  })
  await tellSupport(context, row, question.timezone, row.content)
  await tell(context, { notice: await openedNotice(db, row), mail: await receiptOf(context, row) })
  return row
}

/** Emails a question, or what was added to one, to the support address. `more` is the id of the added message. */
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
  const mail = { number, name, email, contact, organisation, at: now, zone, content, url }
  await queueMail(context, {
    key: `ticket:${row.id}:${more ?? 'opened'}`,
    kind: 'supportQuestion',
    organisationId: row.organisationId,
    recipient: supportAddress(frame, home?.supportEmail ?? null),
    language,
    // a reply from the mailbox goes to the person, and not to the console
    replyTo: email,
    ...questionMail(language, mail, { isMore: more !== undefined }),
  })
}

/** The notice to the accounts that answer: a question waits. */
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
 * The Reply-To of emails to the asker: the address that reads questions. Undefined where none is configured; then the
 * mail says that replies are not read.
 */
export async function repliesTo(
  { db, frame }: Pick<Context, 'db' | 'frame'>,
  row: TicketRow,
): Promise<string | undefined> {
  const home = row.organisationId ? await findOrganisation(db, row.organisationId) : undefined
  return home?.supportEmail ?? frame.settings.supportEmail
}

/** Where questions are emailed: the organization's own address, the installation's, or the super admin's. */
export const supportAddress = ({ settings }: Pick<Frame, 'settings'>, ofOrganisation: string | null): string =>
  ofOrganisation ?? settings.supportEmail ?? settings.superadminEmail
