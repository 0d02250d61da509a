import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handler } from '#server/context.ts'
import { markRead } from './queries.ts'

/** CALL-176, [STATE-093] */
export const readNotice: Handler<typeof noticeCalls.readNotice> = async ({ db, actor, input, now, fail }) => {
  if (!(await markRead(db, actor.accountId, now, input.id))) fail('NoticeNotFound')
  return {}
}
