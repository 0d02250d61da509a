import type { supportCalls, Ticket } from '#features/admin/support/contract.ts'
import type { Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { findTicket, listOwnTickets, listTickets, messagesOf, type TicketRow } from './queries.ts'

export const getMyTicketList: Handler<typeof supportCalls.getMyTicketList> = async ({ db, actor, input }) => {
  const { items, total } = await listOwnTickets(db, actor.accountId, input)
  return { items: items.map(ticketItem), total }
}

export const getTicketList: Handler<typeof supportCalls.getTicketList> = async ({ db, actor, input }) => {
  const { items, total } = await listTickets(db, actor, input)
  return { items: items.map(ticketItem), total }
}

export const getTicket: Handler<typeof supportCalls.getTicket> = async ({ db, actor, input, fail }) => {
  const found = (await findTicket(db, actor, input)) ?? fail('TicketNotFound')
  const messages = await messagesOf(db, found.ticket.id)
  return {
    ...ticketItem(found),
    messages: messages.map(({ id, content, isAnswer, name, createdAt }) => ({
      id,
      content,
      is_answer: isAnswer,
      name,
      at: createdAt.toISOString(),
    })),
    may_answer: mayAnswer(actor, found.ticket),
  }
}

/** A ticket as the wire has it. */
export const ticketItem = (row: { ticket: TicketRow; organisationName: string | null }): Ticket => ({
  id: row.ticket.id,
  number: row.ticket.number,
  state: row.ticket.state,
  content: row.ticket.content,
  name: row.ticket.name,
  email: row.ticket.email,
  contact: row.ticket.contact,
  is_known: row.ticket.accountId !== null,
  org_name: row.organisationName ?? '',
  created_on: row.ticket.createdAt.toISOString(),
  updated_on: row.ticket.updatedAt.toISOString(),
})

/** Whether the caller may answer a ticket: as an admin of its organization or a super admin, and not their own. */
export const mayAnswer = (actor: Actor, row: TicketRow): boolean =>
  row.accountId !== actor.accountId &&
  (actor.roles.includes('superadmin') || (actor.roles.includes('admin') && row.organisationId === actor.organisationId))
