import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Handler } from '#server/context.ts'
import { mayAnswer } from './mayAnswer.ts'
import { findTicket, messagesOf } from './queries.ts'
import { ticketItem } from './ticketItem.ts'

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
