import type { chatCalls } from '#features/chat/contract.ts'
import { wasRemoved } from '#features/invite/server/queries.ts'
import { pitchById } from '#features/pitch/server/access.ts'
import type { Handler } from '#server/context.ts'
import { asSent, findGroup, lastMessages } from './queries.ts'

/** Whoever comes late reads all that was written before. */
export const getChatHistory: Handler<typeof chatCalls.getChatHistory> = async ({ db, actor, input, fail }) => {
  const group = await findGroup(db, input.group_uuid)
  if (!group) return fail('GroupNotFound')
  if (!(await pitchById(db, actor, group.pitchId)))
    return fail((await wasRemoved(db, group.pitchId, actor.accountId)) ? 'RemovedFromRoom' : 'GroupNotFound')
  const rows = await lastMessages(db, group.id, input.before, input.limit + 1)
  const items = rows.slice(0, input.limit).map(asSent).reverse()
  return { items, more: rows.length > input.limit }
}
