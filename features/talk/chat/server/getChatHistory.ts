import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { groupFor } from './groupAccess.ts'
import { asSent, lastMessages } from './queries.ts'

/** Whoever comes late to a room reads all that was written before; of a private chat, what came since they are in it. */
export const getChatHistory: Handler<typeof chatCalls.getChatHistory> = async ({ db, actor, input, fail }) => {
  const found = await groupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  if (found === 'removed') return fail('RemovedFromRoom')
  const { group, member } = found
  const rows = await lastMessages(db, group.id, {
    after: member?.afterMessage ?? 0,
    before: input.before,
    limit: input.limit + 1,
  })
  const items = rows
    .slice(0, input.limit)
    .map(row => asSent(row, group.pair))
    .reverse()
  return { items, more: rows.length > input.limit }
}
