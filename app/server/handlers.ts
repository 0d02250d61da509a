import { factorHandlers } from '#features/access/factor/server/index.ts'
import { impersonationHandlers } from '#features/access/impersonation/server/index.ts'
import { policyHandlers } from '#features/access/policy/server/index.ts'
import { profileHandlers } from '#features/access/profile/server/index.ts'
import { recoveryHandlers } from '#features/access/recovery/server/index.ts'
import { registrationHandlers } from '#features/access/registration/server/index.ts'
import { sessionHandlers } from '#features/access/session/server/index.ts'
import { signInHandlers } from '#features/access/signIn/server/index.ts'
import { socialHandlers } from '#features/access/social/server/index.ts'
import { auditLogHandlers } from '#features/admin/auditLog/server/index.ts'
import { invitationsHandlers } from '#features/admin/invitations/server/index.ts'
import { organisationsHandlers } from '#features/admin/organisations/server/index.ts'
import { pagesHandlers } from '#features/admin/pages/server/index.ts'
import { supportHandlers } from '#features/admin/support/server/index.ts'
import { usersHandlers } from '#features/admin/users/server/index.ts'
import { mailHandlers } from '#features/notify/mail/server/index.ts'
import { noticeHandlers } from '#features/notify/notice/server/index.ts'
import { inviteHandlers } from '#features/planning/invite/server/index.ts'
import { pitchHandlers } from '#features/planning/plan/server/index.ts'
import { rehearsalHandlers } from '#features/planning/rehearsal/server/index.ts'
import { attendanceHandlers } from '#features/results/attendance/server/index.ts'
import { commitmentHandlers } from '#features/results/commitment/server/index.ts'
import { feedbackHandlers } from '#features/results/feedback/server/index.ts'
import { reportHandlers } from '#features/results/report/server/index.ts'
import { deckHandlers } from '#features/room/deck/server/index.ts'
import { guestHandlers } from '#features/room/guest/server/index.ts'
import { roomHandlers } from '#features/room/room/server/index.ts'
import { shareHandlers } from '#features/room/share/server/index.ts'
import { slidesHandlers } from '#features/room/slides/server/index.ts'
import { stageHandlers } from '#features/room/stage/server/index.ts'
import { videoHandlers } from '#features/room/video/server/index.ts'
import { liveHandlers } from '#features/screens/live/server/index.ts'
import { captionHandlers } from '#features/talk/caption/server/index.ts'
import { chatHandlers } from '#features/talk/chat/server/index.ts'
import { pollHandlers } from '#features/talk/poll/server/index.ts'
import { questionHandlers } from '#features/talk/question/server/index.ts'

/** Every handler; `serveCalls` refuses to compile when one is missing or one too many. */
export const handlers = {
  ...sessionHandlers,
  ...factorHandlers,
  ...policyHandlers,
  ...signInHandlers,
  ...socialHandlers,
  ...impersonationHandlers,
  ...recoveryHandlers,
  ...profileHandlers,
  ...registrationHandlers,
  ...usersHandlers,
  ...invitationsHandlers,
  ...mailHandlers,
  ...pitchHandlers,
  ...deckHandlers,
  ...inviteHandlers,
  ...roomHandlers,
  ...slidesHandlers,
  ...liveHandlers,
  ...attendanceHandlers,
  ...videoHandlers,
  ...stageHandlers,
  ...shareHandlers,
  ...rehearsalHandlers,
  ...guestHandlers,
  ...pollHandlers,
  ...captionHandlers,
  ...chatHandlers,
  ...questionHandlers,
  ...feedbackHandlers,
  ...commitmentHandlers,
  ...reportHandlers,
  ...pagesHandlers,
  ...noticeHandlers,
  ...supportHandlers,
  ...organisationsHandlers,
  ...auditLogHandlers,
}
