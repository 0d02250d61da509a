import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handler } from '#server/context.ts'
import { setDeleted } from './queries.ts'

export const restoreNotice: Handler<typeof noticeCalls.restoreNotice> = async ({ db, actor, input, fail }) => {
  if (!(await setDeleted(db, actor.accountId, input.id, null))) fail('NoticeNotFound')
  return {}
}
