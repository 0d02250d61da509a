import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { entryOf } from './entries.ts'
import { privateGroupFor } from './groupAccess.ts'

/** [CALL-223] */
export const getChatGroup: Handler<typeof chatCalls.getChatGroup> = async ({ db, actor, input, fail }) => {
  const found = await privateGroupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  return (await entryOf(db, found.access.pitch, actor.accountId, found.group.id)) ?? fail('GroupNotFound')
}
