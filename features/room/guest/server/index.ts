import { getGuestList } from './getGuestList.ts'
import { getHiddenUserList } from './getHiddenUserList.ts'
import { getRoomPeople } from './getRoomPeople.ts'
import { updateGuestMode } from './updateGuestMode.ts'

/** The handlers of this feature's calls. */
export const guestHandlers = { updateGuestMode, getHiddenUserList, getGuestList, getRoomPeople }
