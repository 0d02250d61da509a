import type { supportCalls } from '#features/admin/support/contract.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import type { Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { tellSupport } from './openTicket.ts'
import { answerersOf, insertMessage, lockTicket, updateTicket } from './queries.ts'

/** Whoever asked goes on: the ticket is open again, and support is told. */
export const addToTicket: Handler<typeof supportCalls.addToTicket> = async context => {
  const { db, actor, input, now, frame, request, fail } = context
  const row = await lockTicket(db, actor, input.ticket_id)
  if (row?.accountId !== actor.accountId) return fail('TicketNotFound')
  await countMailAsked(frame, { ip: request.ip, to: `ticket ${actor.accountId}` })
  const { accountId } = actor
  const id = await insertMessage(db, {
    ticketId: row.id,
    accountId,
    name: actor.name || actor.email,
    isAnswer: false,
    content: input.content,
  })
  await updateTicket(db, row.id, { state: 'open', updatedAt: now })
  await tellSupport(context, row, actor.timezone, input.content, id)
  await createNotice(db, {
    accountIds: await answerersOf(db, row.organisationId),
    kind: 'ticketOpened',
    params: { number: row.number, name: row.name },
    by: accountId,
  })
  return {}
}
