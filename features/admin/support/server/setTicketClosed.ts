import type { supportCalls } from '#features/admin/support/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { lockTicket, updateTicket } from './queries.ts'

export const setTicketClosed: Handler<typeof supportCalls.setTicketClosed> = async context => {
  const { db, actor, input, now, fail } = context
  const row = (await lockTicket(db, actor, input.ticket_id)) ?? fail('TicketNotFound')
  if ((row.state === 'closed') === input.closed) return {}
  await updateTicket(db, row.id, { state: input.closed ? 'closed' : 'open', updatedAt: now })
  const action = input.closed ? 'ticket.close' : 'ticket.reopen'
  await writeAudit(context, { action, subject: row.id, organisationId: row.organisationId })
  return {}
}
