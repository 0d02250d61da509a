import type { Handlers } from '#contract/call.ts'
import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { addToTicket } from './addToTicket.ts'
import { answerTicket } from './answerTicket.ts'
import { createTicket } from './createTicket.ts'
import { createVisitorTicket } from './createVisitorTicket.ts'
import { getMyTicketList } from './getMyTicketList.ts'
import { getTicket } from './getTicket.ts'
import { getTicketList } from './getTicketList.ts'
import { sendHelpInfo } from './sendHelpInfo.ts'
import { setTicketClosed } from './setTicketClosed.ts'

/** The handlers of this feature's calls. */
export const supportHandlers = {
  sendHelpInfo,
  createTicket,
  createVisitorTicket,
  getMyTicketList,
  getTicketList,
  getTicket,
  answerTicket,
  addToTicket,
  setTicketClosed,
} satisfies Handlers<typeof supportCalls, Context, Actor>
