import type { Ticket } from '#features/admin/support/contract.ts'
import type { TicketRow } from './queries.ts'

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
