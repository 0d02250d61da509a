import type { inviteCalls } from '#features/planning/invite/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { createJoinLink } from './createJoinLink.ts'
import { exchangeJoinLink } from './exchangeJoinLink.ts'
import { getPitchAttendeeList } from './getPitchAttendeeList.ts'
import { invitePitch, invitePitchByManuallyContacts } from './inviteActs.ts'
import { inviteJobs } from './jobs.ts'
import { CheckPitchUUID, GetDefaultInfoByUUID, getJoinInfo } from './joinInfo.ts'
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
