import type { Handlers } from '#contract/call.ts'
import type { guestCalls } from '#features/room/guest/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getGuestList } from './getGuestList.ts'
import { getHiddenUserList } from './getHiddenUserList.ts'
import { updateGuestMode } from './updateGuestMode.ts'

/** The handlers of this feature's calls. */
export const guestHandlers = { updateGuestMode, getHiddenUserList, getGuestList } satisfies Handlers<
  typeof guestCalls,
  Context,
  Actor
>
