import type { calls } from '#app/contract/calls.ts'
import { factorFeature } from '#features/access/factor/server/feature.ts'
import { impersonationFeature } from '#features/access/impersonation/server/feature.ts'
import { policyFeature } from '#features/access/policy/server/feature.ts'
import { profileFeature } from '#features/access/profile/server/feature.ts'
import { recoveryFeature } from '#features/access/recovery/server/feature.ts'
import { registrationFeature } from '#features/access/registration/server/feature.ts'
import { sessionFeature } from '#features/access/session/server/feature.ts'
import { signInFeature } from '#features/access/signIn/server/feature.ts'
import { socialFeature } from '#features/access/social/server/feature.ts'
import { accreditationFeature } from '#features/admin/accreditation/server/feature.ts'
import { auditLogFeature } from '#features/admin/auditLog/server/feature.ts'
import { companiesFeature } from '#features/admin/companies/server/feature.ts'
import { enterpriseFeature } from '#features/admin/enterprise/server/feature.ts'
import { invitationsFeature } from '#features/admin/invitations/server/feature.ts'
import { organisationsFeature } from '#features/admin/organisations/server/feature.ts'
import { pagesFeature } from '#features/admin/pages/server/feature.ts'
import { supportFeature } from '#features/admin/support/server/feature.ts'
import { usersFeature } from '#features/admin/users/server/feature.ts'
import { vehiclesFeature } from '#features/admin/vehicles/server/feature.ts'
import { auditFeature } from '#features/core/audit/server/feature.ts'
import { organisationFeature } from '#features/core/organisation/server/feature.ts'
import { pitchFeature } from '#features/core/pitch/server/feature.ts'
import { mailFeature } from '#features/notify/mail/server/feature.ts'
import { noticeFeature } from '#features/notify/notice/server/feature.ts'
import { suppressionFeature } from '#features/notify/suppression/server/feature.ts'
import { approvalFeature } from '#features/planning/approval/server/feature.ts'
import { contactFeature } from '#features/planning/contact/server/feature.ts'
import { draftFeature } from '#features/planning/draft/server/feature.ts'
import { inviteFeature } from '#features/planning/invite/server/feature.ts'
import { listFeature } from '#features/planning/list/server/feature.ts'
import { planFeature } from '#features/planning/plan/server/feature.ts'
import { rehearsalFeature } from '#features/planning/rehearsal/server/feature.ts'
import { sendFeature } from '#features/planning/send/server/feature.ts'
import { attendanceFeature } from '#features/results/attendance/server/feature.ts'
import { attentionFeature } from '#features/results/attention/server/feature.ts'
import { commitmentFeature } from '#features/results/commitment/server/feature.ts'
import { dashboardFeature } from '#features/results/dashboard/server/feature.ts'
import { feedbackFeature } from '#features/results/feedback/server/feature.ts'
import { replayFeature } from '#features/results/replay/server/feature.ts'
import { videoUploads } from '#features/results/replay/server/video/uploads.ts'
import { reportFeature } from '#features/results/report/server/feature.ts'
import { deckFeature } from '#features/room/deck/server/feature.ts'
import type { UploadKind } from '#features/room/deck/server/uploadKinds.ts'
import { guestFeature } from '#features/room/guest/server/feature.ts'
import { recordingFeature } from '#features/room/recording/server/feature.ts'
import { roomFeature } from '#features/room/room/server/feature.ts'
import { shareFeature } from '#features/room/share/server/feature.ts'
import { slidesFeature } from '#features/room/slides/server/feature.ts'
import { stageFeature } from '#features/room/stage/server/feature.ts'
import { videoFeature } from '#features/room/video/server/feature.ts'
import { liveFeature } from '#features/screens/live/server/feature.ts'
import { captionFeature } from '#features/talk/caption/server/feature.ts'
import { chatFeature } from '#features/talk/chat/server/feature.ts'
import { pollFeature } from '#features/talk/poll/server/feature.ts'
import { questionFeature } from '#features/talk/question/server/feature.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { answerJobs } from '#server/http/idempotency.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import type { Hearer } from '#server/occasions.ts'
import { pictureJobs } from '#server/pictures/pictures.ts'
import type { Together } from '#server/settings.ts'

const frameFeature = {
  jobs: { ...answerJobs, ...pictureJobs },
  crontab: ['17 * * * * forgetAnswers', '47 * * * * tidyPictures'],
} satisfies Feature

/**
 * Every word that does something on the server, in the order in which they hear of occasions, whatever the occasion: only
 * those whose place matters say why.
 */
export const features = [
  frameFeature,
  organisationFeature,
  pitchFeature,
  auditFeature,
  suppressionFeature,
  mailFeature,
  noticeFeature,
  sessionFeature,
  factorFeature,
  policyFeature,
  signInFeature,
  socialFeature,
  impersonationFeature,
  recoveryFeature,
  profileFeature,
  registrationFeature,
  roomFeature,
  slidesFeature,
  liveFeature,
  guestFeature,
  deckFeature,
  shareFeature,
  videoFeature,
  stageFeature,
  recordingFeature,
  captionFeature,
  // before the chat: a question is renamed by what its message mentioned until now
  questionFeature,
  chatFeature,
  pollFeature,
  listFeature,
  contactFeature,
  inviteFeature,
  sendFeature,
  draftFeature,
  approvalFeature,
  planFeature,
  attendanceFeature,
  commitmentFeature,
  feedbackFeature,
  reportFeature,
  replayFeature,
  attentionFeature,
  dashboardFeature,
  // after all others: a start ends the pitch's rehearsal under no lock that others take before the pitch's own
  rehearsalFeature,
  accreditationFeature,
  supportFeature,
  usersFeature,
  invitationsFeature,
  enterpriseFeature,
  companiesFeature,
  vehiclesFeature,
  organisationsFeature,
  auditLogFeature,
  pagesFeature,
] as const

/** What the features have of one kind, all together. */
type All<K extends 'handlers' | 'jobs'> = Together<Extract<(typeof features)[number], Record<K, unknown>>[K]>
const all = <K extends 'handlers' | 'jobs'>(kind: K): All<K> =>
  Object.assign({}, ...features.map((feature: Feature) => feature[kind]))

/** Every handler; the compiler finds which is missing. */
export const handlers = all('handlers') satisfies Handlers<typeof calls>
/** What runs each job; the compiler finds which is missing. */
export const jobHandlers = all('jobs') satisfies Required<JobHandlers>
export const crontab: string = features.flatMap((feature: Feature) => feature.crontab ?? []).join('\n')
export const hearers: readonly Hearer[] = features.flatMap((feature: Feature) => feature.hears ?? [])
export const routes = features.flatMap((feature: Feature) => feature.routes ?? [])
/** What else than decks may be uploaded. */
export const uploadKinds: readonly UploadKind[] = [videoUploads]
