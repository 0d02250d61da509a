import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Handler } from '#server/context.ts'
import { askedBy, openTicket } from './openTicket.ts'

/** CALL-170. What the sender says of themselves is how to reach them; who they are, the server knows. */
export const createTicket: Handler<typeof supportCalls.createTicket> = async context => {
  const { actor, input } = context
  const asked = askedBy(actor, input.content, [input.name, input.email, input.phone])
  const { number } = await openTicket(context, actor, asked)
  return { number }
}
