import type { sessionCalls } from '#features/access/session/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { sessionJobs } from './jobs.ts'
import { getLoginInfo, getLoginLogList } from './loginLog.ts'
import { endOtherSessions, endSession, getSessionList } from './ownSessions.ts'
import { writeLogout } from './writeLogout.ts'

export const sessionFeature = {
  handlers: {
    writeLogout,
    getLoginLogList,
    getLoginInfo,
    getSessionList,
    endSession,
    endOtherSessions,
  } satisfies Handlers<typeof sessionCalls>,
  jobs: sessionJobs,
  crontab: ['57 3 * * * forgetSessions'],
} satisfies Feature
