import { accountCalls } from '#features/account/contract.ts'
import { auditCalls } from '#features/audit/contract.ts'
import { captionCalls } from '#features/caption/contract.ts'
import { chatCalls } from '#features/chat/contract.ts'
import { commitmentCalls } from '#features/commitment/contract.ts'
import { deckCalls } from '#features/deck/contract.ts'
import { factorCalls } from '#features/factor/contract.ts'
import { feedbackCalls } from '#features/feedback/contract.ts'
import { guestCalls } from '#features/guest/contract.ts'
import { inviteCalls } from '#features/invite/contract.ts'
import { mailCalls } from '#features/mail/contract.ts'
import { noticeCalls } from '#features/notice/contract.ts'
import { organisationCalls } from '#features/organisation/contract.ts'
import { pitchCalls } from '#features/pitch/contract.ts'
import { pollCalls } from '#features/poll/contract.ts'
import { questionCalls } from '#features/question/contract.ts'
import { registrationCalls } from '#features/registration/contract.ts'
import { rehearsalCalls } from '#features/rehearsal/contract.ts'
import { reportCalls } from '#features/report/contract.ts'
import { roomCalls } from '#features/room/contract.ts'
import { sessionCalls } from '#features/session/contract.ts'
import { shareCalls } from '#features/share/contract.ts'
import { siteCalls } from '#features/site/contract.ts'
import { socialCalls } from '#features/social/contract.ts'
import { stageCalls } from '#features/stage/contract.ts'
import { supportCalls } from '#features/support/contract.ts'
import { videoCalls } from '#features/video/contract.ts'

/** Every call of the wire. */
export const calls = {
  ...sessionCalls,
  ...accountCalls,
  ...mailCalls,
  ...pitchCalls,
  ...deckCalls,
  ...inviteCalls,
  ...roomCalls,
  ...videoCalls,
  ...stageCalls,
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
  ...factorCalls,
  ...registrationCalls,
  ...socialCalls,
  ...siteCalls,
  ...noticeCalls,
  ...supportCalls,
  ...organisationCalls,
  ...auditCalls,
}
