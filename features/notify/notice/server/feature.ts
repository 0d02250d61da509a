import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getNoticeList } from './getNoticeList.ts'
import { noticeJobs } from './jobs.ts'
import { deleteNotice, readAllNotices, readNotice, restoreNotice } from './noticeActs.ts'

export const noticeFeature = {
  handlers: {
    getNoticeList,
    readNotice,
    readAllNotices,
    deleteNotice,
    restoreNotice,
  } satisfies Handlers<typeof noticeCalls>,
  jobs: noticeJobs,
  crontab: ['7 4 * * * forgetNotices'],
} satisfies Feature
