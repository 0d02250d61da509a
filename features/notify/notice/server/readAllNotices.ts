import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handler } from '#server/context.ts'
import { markRead } from './queries.ts'

export const readAllNotices: Handler<typeof noticeCalls.readAllNotices> = async ({ db, actor, now }) => {
  await markRead(db, actor.accountId, now)
  return {}
}
