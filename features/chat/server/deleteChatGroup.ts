import type { chatCalls } from '#features/chat/contract.ts'
import { lockRoom } from '#features/room/server/append.ts'
import type { Handler } from '#server/context.ts'
import { privateGroupFor } from './groupAccess.ts'
import { deleteGroup, membersOf } from './groupQueries.ts'
import { signalGroup } from './post.ts'

/** [CALL-224] Whoever made a group ends it for everybody in it. Chats of two and of the team stay. */
export const deleteChatGroup: Handler<typeof chatCalls.deleteChatGroup> = async context => {
  const { db, actor, input, fail } = context
  const found = await privateGroupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  const { group } = found
  if (group.kind !== 'group' || group.madeBy !== actor.accountId) return fail('NoPermission')
  await lockRoom(db, group.pitchId)
  const members = await membersOf(db, group.id)
  await deleteGroup(db, group.id)
  signalGroup(context, group, members)
  return {}
}
