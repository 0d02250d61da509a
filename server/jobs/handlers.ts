import { accountJobs } from '#features/account/server/jobs.ts'
import { deckJobs } from '#features/deck/server/jobs.ts'
import { factorJobs } from '#features/factor/server/jobs.ts'
import { inviteJobs } from '#features/invite/server/jobs.ts'
import { mailJobs } from '#features/mail/server/jobs.ts'
import { noticeJobs } from '#features/notice/server/jobs.ts'
import { pitchJobs } from '#features/pitch/server/jobs.ts'
import { registrationJobs } from '#features/registration/server/jobs.ts'
import { rehearsalJobs } from '#features/rehearsal/server/jobs.ts'
import { reportJobs } from '#features/report/server/jobs.ts'
import { sessionJobs } from '#features/session/server/jobs.ts'
import { shareJobs } from '#features/share/server/jobs.ts'
import { socialJobs } from '#features/social/server/jobs.ts'
import { stageJobs } from '#features/stage/server/jobs.ts'
import { videoJobs } from '#features/video/server/jobs.ts'
import { tidyVideoJobs } from '#features/video/server/tidyVideo.ts'
import { pictureJobs } from '#server/pictures/jobs.ts'
import type { JobHandlers } from './jobs.ts'
import { tidyJobs } from './tidy.ts'

/** What runs each job. A feature adds its own here, and its name and payload to `Jobs`; the compiler finds what is missing. */
export const jobHandlers = {
  ...tidyJobs,
  ...pictureJobs,
  ...inviteJobs,
  ...pitchJobs,
  ...reportJobs,
  ...deckJobs,
  ...mailJobs,
  ...accountJobs,
  ...sessionJobs,
  ...factorJobs,
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
