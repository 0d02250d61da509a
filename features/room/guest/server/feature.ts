import type { guestCalls } from '#features/room/guest/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getRoomPeople } from './getRoomPeople.ts'
import { getGuestList, getHiddenUserList, updateGuestMode } from './guestActs.ts'

export const guestFeature = {
  handlers: { updateGuestMode, getHiddenUserList, getGuestList, getRoomPeople } satisfies Handlers<typeof guestCalls>,
} satisfies Feature
