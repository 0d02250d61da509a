import type { guestCalls } from '#features/room/guest/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getGuestList } from './getGuestList.ts'
import { getHiddenUserList } from './getHiddenUserList.ts'
import { getRoomPeople } from './getRoomPeople.ts'
import { updateGuestMode } from './updateGuestMode.ts'

export const guestFeature = {
  handlers: { updateGuestMode, getHiddenUserList, getGuestList, getRoomPeople } satisfies Handlers<typeof guestCalls>,
} satisfies Feature
