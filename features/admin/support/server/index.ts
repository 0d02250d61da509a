import type { Handlers } from '#contract/call.ts'
import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { createTicket, createVisitorTicket, sendHelpInfo } from './openTicket.ts'
import { addToTicket, answerTicket, setTicketClosed } from './ticketActs.ts'
import { getMyTicketList, getTicket, getTicketList } from './ticketLists.ts'

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
