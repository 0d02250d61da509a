import type { Handlers } from '#contract/call.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { CheckPitchUUID } from './CheckPitchUUID.ts'
import { createJoinLink } from './createJoinLink.ts'
import { exchangeJoinLink } from './exchangeJoinLink.ts'
import { GetDefaultInfoByUUID } from './GetDefaultInfoByUUID.ts'
import { getJoinInfo } from './getJoinInfo.ts'
import { getPitchAttendeeList } from './getPitchAttendeeList.ts'
import { invitePitch } from './invitePitch.ts'
import { invitePitchByManuallyContacts } from './invitePitchByManuallyContacts.ts'
import { setJoinLinkDisabled } from './setJoinLinkDisabled.ts'

/** The handlers of this feature's calls. */
export const inviteHandlers = {
  invitePitchByManuallyContacts,
  invitePitch,
  getPitchAttendeeList,
  setJoinLinkDisabled,
  createJoinLink,
  exchangeJoinLink,
  GetDefaultInfoByUUID,
  CheckPitchUUID,
  getJoinInfo,
} satisfies Handlers<typeof inviteCalls, Context, Actor>
