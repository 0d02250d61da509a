import { factorJobs } from '#features/access/factor/server/jobs.ts'
import { recoveryJobs } from '#features/access/recovery/server/jobs.ts'
import { registrationJobs } from '#features/access/registration/server/jobs.ts'
import { sessionJobs } from '#features/access/session/server/jobs.ts'
import { socialJobs } from '#features/access/social/server/jobs.ts'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { pitchJobs } from '#features/core/pitch/server/jobs.ts'
import { mailJobs } from '#features/notify/mail/server/jobs.ts'
import { noticeJobs } from '#features/notify/notice/server/jobs.ts'
import { inviteJobs } from '#features/planning/invite/server/jobs.ts'
import { planJobs } from '#features/planning/plan/server/jobs.ts'
import { rehearsalJobs } from '#features/planning/rehearsal/server/jobs.ts'
import { reportJobs } from '#features/results/report/server/jobs.ts'
import { deckJobs } from '#features/room/deck/server/jobs.ts'
import { shareJobs } from '#features/room/share/server/jobs.ts'
import { stageJobs } from '#features/room/stage/server/jobs.ts'
import { videoJobs } from '#features/room/video/server/jobs.ts'
import { tidyVideoJobs } from '#features/room/video/server/tidyVideo.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { tidyJobs } from '#server/jobs/tidy.ts'
import { pictureJobs } from '#server/pictures/jobs.ts'

/** What runs each job. A feature adds its own here, and its name and payload to `Jobs`; the compiler finds what is missing. */
export const jobHandlers = {
  ...tidyJobs,
  ...pictureJobs,
  ...inviteJobs,
  ...pitchJobs,
  ...planJobs,
  ...reportJobs,
  ...deckJobs,
  ...mailJobs,
  ...usersJobs,
  ...sessionJobs,
  ...factorJobs,
  ...recoveryJobs,
  ...registrationJobs,
  ...socialJobs,
  ...noticeJobs,
  ...rehearsalJobs,
  ...stageJobs,
  ...videoJobs,
  ...tidyVideoJobs,
  ...shareJobs,
} satisfies Required<JobHandlers>

/** Jobs that run by the clock, in crontab's form, UTC. */
export const crontab = [
  '* * * * * tidyVideo ?max=1&queue=tidyVideo&jobKey=tidyVideo',
  '17 * * * * forgetAnswers',
  '37 * * * * cleanDecks',
  '47 * * * * tidyPictures',
  '57 3 * * * forgetSessions',
  '37 4 * * * forgetUserTasks',
  '27 4 * * * forgetRegistrations',
  '7 * * * * forgetSocialFlows',
  '7 4 * * * forgetNotices',
  '17 4 * * * forgetMails',
  '47 4 * * * forgetCodes',
].join('\n')
