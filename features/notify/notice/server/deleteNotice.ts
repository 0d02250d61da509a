import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handler } from '#server/context.ts'
import { setDeleted } from './queries.ts'

/** CALL-177 */
export const deleteNotice: Handler<typeof noticeCalls.deleteNotice> = async ({ db, actor, input, now, fail }) => {
  if (!(await setDeleted(db, actor.accountId, input.id, now))) fail('NoticeNotFound')
  return {}
}
