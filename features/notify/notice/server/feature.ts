import { noticeCalls } from '#features/notify/notice/contract.ts'
import { rightTime } from '#server/clock.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { getNoticeList } from './getNoticeList.ts'
import * as noticeActs from './noticeActs.ts'
import { forgetNotices } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetNotices: Record<string, never>
  }
}

const DAY = 86_400_000
/** Days that a deleted notice can be taken back, and that a read one is kept. */
export const KEPT_DAYS = { deleted: 30, read: 180 } as const

export const noticeJobs = {
  forgetNotices: async (_payload, { db }) => {
    const before = (days: number) => new Date(rightTime() - days * DAY)
    await forgetNotices(db, { deleted: before(KEPT_DAYS.deleted), read: before(KEPT_DAYS.read) })
  },
} satisfies JobHandlers

export const noticeFeature = {
  handlers: handlersOf(noticeCalls, { getNoticeList, ...noticeActs }),
  jobs: noticeJobs,
  crontab: ['7 4 * * * forgetNotices'],
} satisfies Feature
