import { supportCalls } from '#features/admin/support/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as openTicket from './openTicket.ts'
import * as ticketActs from './ticketActs.ts'
import * as ticketLists from './ticketLists.ts'

export const supportFeature = {
  handlers: handlersOf(supportCalls, { ...openTicket, ...ticketActs, ...ticketLists }),
} satisfies Feature
