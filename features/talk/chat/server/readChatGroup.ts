import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { paced } from '#server/pace.ts'
import { privateGroupFor } from './groupAccess.ts'
import { noteRead } from './groupQueries.ts'

/** What one has read in one window is read in all of them. */
export const readChatGroup = paced<typeof chatCalls.readChatGroup>(mayAttempt, async ({ db, actor, input, fail }) => {
  const found = await privateGroupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  await noteRead(db, found.group.id, actor.accountId, input.message_id)
  return {}
})
