import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TicketState } from '#features/admin/support/rules.ts'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { containsWords, type Paging, pageOf } from '#server/lists.ts'
import { ticket, ticketMessage } from './tables.ts'

type Db = Database | Transaction
export type TicketRow = typeof ticket.$inferSelect
export type NewTicket = typeof ticket.$inferInsert

/** Serializes racing questions of one asker. `asker` is an account or an address. */
export async function waitForOwn(db: Transaction, asker: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(7191, hashtext(${asker}))`)
}

/** The ticket that the same person opened with the same words since then. */
export async function sameTicket(db: Db, asker: Pick<NewTicket, 'accountId' | 'email' | 'content'>, since: Date) {
  const who = asker.accountId
    ? eq(ticket.accountId, asker.accountId)
    : and(isNull(ticket.accountId), eq(ticket.email, asker.email))
  const [row] = await db
    .select()
    .from(ticket)
    .where(and(who, eq(ticket.content, asker.content), gt(ticket.createdAt, since)))
    .orderBy(desc(ticket.createdAt))
    .limit(1)
  return row
}

export const insertTicket = (db: Db, values: NewTicket) => insertRow(db, ticket, values)

export async function updateTicket(
  db: Db,
  id: string,
  values: { state?: TicketState; contact?: string; updatedAt: Date },
): Promise<void> {
  await db.update(ticket).set(values).where(eq(ticket.id, id))
}

export const insertMessage = async (db: Db, values: typeof ticketMessage.$inferInsert): Promise<string> =>
  (await insertRow(db, ticketMessage, values)).id

export const messagesOf = (db: Db, ticketId: string) =>
  db
    .select()
    .from(ticketMessage)
    .where(eq(ticketMessage.ticketId, ticketId))
    .orderBy(asc(ticketMessage.createdAt), asc(ticketMessage.id))

/** A ticket that the caller may read: their own, or one that they may answer. */
export async function findTicket(db: Db, actor: Actor, which: { number: number }) {
  const [row] = await db
    .select({ ticket, organisationName: organisation.name })
    .from(ticket)
    .leftJoin(organisation, eq(organisation.id, ticket.organisationId))
    .where(and(eq(ticket.number, which.number), or(eq(ticket.accountId, actor.accountId), fence(actor))))
  return row
}

/** The same, by its id, locked until the commit. */
export async function lockTicket(db: Transaction, actor: Actor, id: string): Promise<TicketRow | undefined> {
  const [row] = await db
    .select()
    .from(ticket)
    .where(and(eq(ticket.id, id), or(eq(ticket.accountId, actor.accountId), fence(actor))))
    .for('no key update')
  return row
}

interface Asked extends Paging {
  readonly content?: string | undefined
  readonly state?: TicketState | undefined
}

const ticketsWhere = (db: Db, where: SQL | undefined) =>
  db
    .select({ ticket, organisationName: organisation.name })
    .from(ticket)
    .leftJoin(organisation, eq(organisation.id, ticket.organisationId))
    .where(where)

/** The tickets that the caller may answer, the last changed first. */
export function listTickets(db: Db, actor: Actor, { content, state, ...paging }: Asked) {
  const where = and(fence(actor), state && eq(ticket.state, state), containsWords(content, ticket.search))
  return pageOf(db, ticketsWhere(db, where), paging, [desc(ticket.updatedAt), desc(ticket.id)])
}

/** A caller's own tickets, the newest first. */
export const listOwnTickets = (db: Db, accountId: string, paging: Paging) =>
  pageOf(db, ticketsWhere(db, eq(ticket.accountId, accountId)), paging, [desc(ticket.createdAt), desc(ticket.id)])

/** The accounts that answer an organization's tickets: its admins; for visitors, the super admins. */
export async function answerersOf(db: Db, organisationId: string | null): Promise<string[]> {
  const who = organisationId
    ? and(eq(account.organisationId, organisationId), sql`${account.roles} && array['admin', 'superadmin']`)
    : sql`'superadmin' = any(${account.roles})`
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(who, eq(account.state, 'active'), isNull(account.deletedAt)))
  return rows.map(({ id }) => id)
}

/** The recipient of an answer: the account as it is now, else the given address. */
export async function askerOf(db: Db, row: TicketRow) {
  const visitor = { email: row.email, name: row.name, language: row.language }
  if (!row.accountId) return visitor
  const [known] = await db.select().from(account).where(eq(account.id, row.accountId))
  return known ? { email: known.email, name: row.name, language: known.language } : visitor
}

/** Tickets that the caller may answer: of their organization for an admin, all for a super admin, else none. */
function fence(actor: Actor) {
  if (actor.roles.includes('superadmin')) return sql`true`
  return actor.roles.includes('admin') ? eq(ticket.organisationId, actor.organisationId) : sql`false`
}

/** The numbers of tickets as people know them, by their ids: "#1001". */
export async function ticketNumbers(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: ticket.id, number: ticket.number })
    .from(ticket)
    .where(inArray(ticket.id, [...ids]))
  return new Map(rows.map(({ id, number }) => [id, `#${number}`]))
}

/** Removes name, address and contact from an account's tickets; questions and answers stay. */
export async function purgeTickets(db: Transaction, { id, email }: Forgotten): Promise<void> {
  const name = guestName(id)
  await db
    .update(ticket)
    .set({ name, email: forgottenAddress(id), contact: '' })
    .where(or(eq(ticket.accountId, id), eq(ticket.email, email)))
  await db.update(ticketMessage).set({ name }).where(eq(ticketMessage.accountId, id))
}
