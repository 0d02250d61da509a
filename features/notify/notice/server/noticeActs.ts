import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handler } from '#server/context.ts'
import { markRead, setDeleted } from './queries.ts'

/** CALL-176, [STATE-093] */
export const readNotice: Handler<typeof noticeCalls.readNotice> = async ({ db, actor, input, now, fail }) => {
  if (!(await markRead(db, actor.accountId, now, input.id))) fail('NoticeNotFound')
  return {}
}

export const readAllNotices: Handler<typeof noticeCalls.readAllNotices> = async ({ db, actor, now }) => {
  await markRead(db, actor.accountId, now)
  return {}
}

/** CALL-177 */
export const deleteNotice: Handler<typeof noticeCalls.deleteNotice> = async ({ db, actor, input, now, fail }) => {
  if (!(await setDeleted(db, actor.accountId, input.id, now))) fail('NoticeNotFound')
  return {}
}

export const restoreNotice: Handler<typeof noticeCalls.restoreNotice> = async ({ db, actor, input, fail }) => {
  if (!(await setDeleted(db, actor.accountId, input.id, null))) fail('NoticeNotFound')
  return {}
}
