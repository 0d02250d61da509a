import type { Handlers } from '#contract/call.ts'
import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getNoticeList } from './getNoticeList.ts'
import { deleteNotice, readAllNotices, readNotice, restoreNotice } from './noticeActs.ts'

/** The handlers of this word's calls. */
export const noticeHandlers = {
  getNoticeList,
  readNotice,
  readAllNotices,
  deleteNotice,
  restoreNotice,
} satisfies Handlers<typeof noticeCalls, Context, Actor>
