import { lt } from 'drizzle-orm'
import { rightTime } from '#server/clock.ts'
import { answeredCall } from '#server/http/tables.ts'
import type { JobHandlers } from './jobs.ts'

declare module './jobs.ts' {
  interface Jobs {
    forgetAnswers: Record<string, never>
  }
}

/** How long a repeat of a call is recognised: far longer than any client retries. */
const KEPT_HOURS = 48

export const tidyJobs = {
  forgetAnswers: async (_payload, { db }) => {
    await db.delete(answeredCall).where(lt(answeredCall.at, new Date(rightTime() - KEPT_HOURS * 3_600_000)))
  },
} satisfies JobHandlers
