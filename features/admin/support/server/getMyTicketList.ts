import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Handler } from '#server/context.ts'
import { listOwnTickets } from './queries.ts'
import { ticketItem } from './ticketItem.ts'

export const getMyTicketList: Handler<typeof supportCalls.getMyTicketList> = async ({ db, actor, input }) => {
  const { items, total } = await listOwnTickets(db, actor.accountId, input)
  return { items: items.map(ticketItem), total }
}
