import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { ownReactions } from './changes.ts'
import { groupFor } from './groupAccess.ts'

/** More than anybody looks at again. */
const KNOWN = 1000

export const getOwnReactions: Handler<typeof chatCalls.getOwnReactions> = async ({ db, actor, input, fail }) => {
  const found = await groupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  if (found === 'removed') return fail('RemovedFromRoom')
  const own = await ownReactions(db, found.group.id, actor.accountId, KNOWN)
  const items = own.map(({ messageId, emoji }) => ({ message_id: messageId, emoji }))
  return { items, total: items.length }
}
