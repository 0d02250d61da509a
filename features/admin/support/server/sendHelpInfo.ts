import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Handler } from '#server/context.ts'
import { askedBy, openTicket } from './openTicket.ts'

/** CALL-169 */
export const sendHelpInfo: Handler<typeof supportCalls.sendHelpInfo> = async context => {
  const { actor, input } = context
  const { number } = await openTicket(context, actor, askedBy(actor, input.description))
  return { number }
}
