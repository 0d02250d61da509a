import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Handler } from '#server/context.ts'
import { listTickets } from './queries.ts'
import { ticketItem } from './ticketItem.ts'

export const getTicketList: Handler<typeof supportCalls.getTicketList> = async ({ db, actor, input }) => {
  const { items, total } = await listTickets(db, actor, input)
  return { items: items.map(ticketItem), total }
}
