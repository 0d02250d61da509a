import { factorCalls } from '#features/access/factor/contract.ts'
import { impersonationCalls } from '#features/access/impersonation/contract.ts'
import { policyCalls } from '#features/access/policy/contract.ts'
import { profileCalls } from '#features/access/profile/contract.ts'
import { recoveryCalls } from '#features/access/recovery/contract.ts'
import { registrationCalls } from '#features/access/registration/contract.ts'
import { sessionCalls } from '#features/access/session/contract.ts'
import { signInCalls } from '#features/access/signIn/contract.ts'
import { socialCalls } from '#features/access/social/contract.ts'
import { accreditationCalls } from '#features/admin/accreditation/contract.ts'
import { auditLogCalls } from '#features/admin/auditLog/contract.ts'
import { companiesCalls } from '#features/admin/companies/contract.ts'
import { enterpriseCalls } from '#features/admin/enterprise/contract.ts'
import { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { organisationsCalls } from '#features/admin/organisations/contract.ts'
import { pagesCalls } from '#features/admin/pages/contract.ts'
import { supportCalls } from '#features/admin/support/contract.ts'
import { usersCalls } from '#features/admin/users/contract.ts'
import { vehiclesCalls } from '#features/admin/vehicles/contract.ts'
import { organisationCalls } from '#features/core/organisation/contract.ts'
import { mailCalls } from '#features/notify/mail/contract.ts'
import { noticeCalls } from '#features/notify/notice/contract.ts'
import { suppressionCalls } from '#features/notify/suppression/contract.ts'
import { approvalCalls } from '#features/planning/approval/contract.ts'
import { contactCalls } from '#features/planning/contact/contract.ts'
import { draftCalls } from '#features/planning/draft/contract.ts'
import { inviteCalls } from '#features/planning/invite/contract.ts'
import { listCalls } from '#features/planning/list/contract.ts'
import { planCalls } from '#features/planning/plan/contract.ts'
import { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import { sendCalls } from '#features/planning/send/contract.ts'
import { attendanceCalls } from '#features/results/attendance/contract.ts'
import { attentionCalls } from '#features/results/attention/contract.ts'
import { commitmentCalls } from '#features/results/commitment/contract.ts'
import { dashboardCalls } from '#features/results/dashboard/contract.ts'
import { feedbackCalls } from '#features/results/feedback/contract.ts'
import { replayCalls } from '#features/results/replay/contract.ts'
import { reportCalls } from '#features/results/report/contract.ts'
import { deckCalls } from '#features/room/deck/contract.ts'
import { guestCalls } from '#features/room/guest/contract.ts'
import { recordingCalls } from '#features/room/recording/contract.ts'
import { roomCalls } from '#features/room/room/contract.ts'
import { shareCalls } from '#features/room/share/contract.ts'
import { slidesCalls } from '#features/room/slides/contract.ts'
import { stageCalls } from '#features/room/stage/contract.ts'
import { videoCalls } from '#features/room/video/contract.ts'
import { liveCalls } from '#features/screens/live/contract.ts'
import { captionCalls } from '#features/talk/caption/contract.ts'
import { chatCalls } from '#features/talk/chat/contract.ts'
import { pollCalls } from '#features/talk/poll/contract.ts'
import { questionCalls } from '#features/talk/question/contract.ts'

/** Every call of the wire. */
export const calls = {
  ...organisationCalls,
  ...sessionCalls,
  ...factorCalls,
  ...policyCalls,
  ...signInCalls,
  ...socialCalls,
  ...impersonationCalls,
  ...recoveryCalls,
  ...profileCalls,
  ...registrationCalls,
  ...usersCalls,
  ...invitationsCalls,
  ...suppressionCalls,
  ...mailCalls,
  ...draftCalls,
  ...approvalCalls,
  ...planCalls,
  ...deckCalls,
  ...listCalls,
  ...contactCalls,
  ...inviteCalls,
  ...sendCalls,
  ...roomCalls,
  ...slidesCalls,
  ...liveCalls,
  ...attendanceCalls,
  ...videoCalls,
  ...stageCalls,
  ...recordingCalls,
  ...shareCalls,
  ...rehearsalCalls,
  ...guestCalls,
  ...pollCalls,
  ...captionCalls,
  ...chatCalls,
  ...questionCalls,
  ...feedbackCalls,
  ...commitmentCalls,
  ...reportCalls,
  ...replayCalls,
  ...attentionCalls,
  ...dashboardCalls,
  ...pagesCalls,
  ...noticeCalls,
  ...supportCalls,
  ...accreditationCalls,
  ...enterpriseCalls,
  ...companiesCalls,
  ...vehiclesCalls,
  ...organisationsCalls,
  ...auditLogCalls,
}

type AllCalls = typeof calls
declare module '#contract/call.ts' {
  interface WireCalls extends AllCalls {}
}
