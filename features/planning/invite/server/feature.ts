import { inviteCalls } from '#features/planning/invite/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { answerInvitation, getInvitation } from './answering.ts'
import { createJoinLink } from './createJoinLink.ts'
import { exchangeJoinLink } from './exchangeJoinLink.ts'
import { exportJoinLinks } from './exportJoinLinks.ts'
import { getPitchAttendeeList } from './getPitchAttendeeList.ts'
import { getInvitationPreview, updateInvitationSlide } from './invitationPreview.ts'
import * as inviteActs from './inviteActs.ts'
import { inviteJobs } from './jobs.ts'
import * as joinInfo from './joinInfo.ts'
import { prolongLinks } from './linkQueries.ts'
import { linkExpiry } from './links.ts'
import { setJoinLinkDisabled } from './setJoinLinkDisabled.ts'
import { updatePitchAttendees } from './updatePitchAttendees.ts'
import * as waiting from './waiting.ts'

export const inviteFeature = {
  handlers: handlersOf(inviteCalls, {
    answerInvitation,
    createJoinLink,
    exchangeJoinLink,
    exportJoinLinks,
    getInvitation,
    getInvitationPreview,
    updateInvitationSlide,
    getPitchAttendeeList,
    ...inviteActs,
    ...joinInfo,
    setJoinLinkDisabled,
    updatePitchAttendees,
    getWaitingInviteeList: waiting.getWaitingInviteeList,
    deleteWaitingInvitee: waiting.deleteWaitingInvitee,
  }),
  jobs: inviteJobs,
  hears: {
    pitchReopens: ({ db, now }, { pitch }) => prolongLinks(db, pitch.id, linkExpiry(pitch, now), now),
  },
} satisfies Feature
