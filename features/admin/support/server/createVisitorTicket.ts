import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Handler } from '#server/context.ts'
import { openTicket } from './openTicket.ts'

/** CALL-171. Whoever asks here says who they are: nothing is done in that person's name, and nothing told about them. */
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
