import { accountHandlers } from '#features/account/server/index.ts'
import { auditHandlers } from '#features/audit/server/index.ts'
import { captionHandlers } from '#features/caption/server/index.ts'
import { chatHandlers } from '#features/chat/server/index.ts'
import { commitmentHandlers } from '#features/commitment/server/index.ts'
import { deckHandlers } from '#features/deck/server/index.ts'
import { factorHandlers } from '#features/factor/server/index.ts'
import { feedbackHandlers } from '#features/feedback/server/index.ts'
import { guestHandlers } from '#features/guest/server/index.ts'
import { inviteHandlers } from '#features/invite/server/index.ts'
import { mailHandlers } from '#features/mail/server/index.ts'
import { noticeHandlers } from '#features/notice/server/index.ts'
import { organisationHandlers } from '#features/organisation/server/index.ts'
import { pitchHandlers } from '#features/pitch/server/index.ts'
import { pollHandlers } from '#features/poll/server/index.ts'
import { questionHandlers } from '#features/question/server/index.ts'
import { registrationHandlers } from '#features/registration/server/index.ts'
import { rehearsalHandlers } from '#features/rehearsal/server/index.ts'
import { reportHandlers } from '#features/report/server/index.ts'
import { roomHandlers } from '#features/room/server/index.ts'
import { sessionHandlers } from '#features/session/server/index.ts'
import { shareHandlers } from '#features/share/server/index.ts'
import { siteHandlers } from '#features/site/server/index.ts'
import { socialHandlers } from '#features/social/server/index.ts'
import { stageHandlers } from '#features/stage/server/index.ts'
import { supportHandlers } from '#features/support/server/index.ts'
import { videoHandlers } from '#features/video/server/index.ts'

/** Every handler; `serveCalls` refuses to compile when one is missing or one too many. */
export const handlers = {
  ...sessionHandlers,
  ...accountHandlers,
  ...mailHandlers,
  ...pitchHandlers,
  ...deckHandlers,
  ...inviteHandlers,
  ...roomHandlers,
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
  ...factorHandlers,
  ...registrationHandlers,
  ...socialHandlers,
  ...siteHandlers,
  ...noticeHandlers,
  ...supportHandlers,
  ...organisationHandlers,
  ...auditHandlers,
}
