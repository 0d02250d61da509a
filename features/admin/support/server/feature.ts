import type { supportCalls } from '#features/admin/support/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { createTicket, createVisitorTicket, sendHelpInfo } from './openTicket.ts'
import { addToTicket, answerTicket, setTicketClosed } from './ticketActs.ts'
import { getMyTicketList, getTicket, getTicketList } from './ticketLists.ts'

export const supportFeature = {
  handlers: {
    sendHelpInfo,
    createTicket,
    createVisitorTicket,
    getMyTicketList,
    getTicketList,
    getTicket,
    answerTicket,
    addToTicket,
    setTicketClosed,
  } satisfies Handlers<typeof supportCalls>,
} satisfies Feature
