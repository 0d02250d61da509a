import type { inviteCalls } from '#features/planning/invite/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { CheckPitchUUID } from './CheckPitchUUID.ts'
import { createJoinLink } from './createJoinLink.ts'
import { exchangeJoinLink } from './exchangeJoinLink.ts'
import { GetDefaultInfoByUUID } from './GetDefaultInfoByUUID.ts'
import { getJoinInfo } from './getJoinInfo.ts'
import { getPitchAttendeeList } from './getPitchAttendeeList.ts'
import { invitePitch } from './invitePitch.ts'
import { invitePitchByManuallyContacts } from './invitePitchByManuallyContacts.ts'
import { inviteJobs } from './jobs.ts'
import { prolongLinks } from './linkQueries.ts'
import { linkExpiry } from './links.ts'
import { setJoinLinkDisabled } from './setJoinLinkDisabled.ts'

export const inviteFeature = {
  handlers: {
    invitePitchByManuallyContacts,
    invitePitch,
    getPitchAttendeeList,
    setJoinLinkDisabled,
    createJoinLink,
    exchangeJoinLink,
    GetDefaultInfoByUUID,
    CheckPitchUUID,
    getJoinInfo,
  } satisfies Handlers<typeof inviteCalls>,
  jobs: inviteJobs,
  hears: {
    pitchReopens: ({ db, now }, { pitch }) => prolongLinks(db, pitch.id, linkExpiry(pitch, now), now),
  },
} satisfies Feature
