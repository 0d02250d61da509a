import { guestCalls } from '#features/room/guest/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { getRoomPeople } from './getRoomPeople.ts'
import * as guestActs from './guestActs.ts'

export const guestFeature = {
  handlers: handlersOf(guestCalls, { getRoomPeople, ...guestActs }),
} satisfies Feature
