import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { paced } from '#server/pace.ts'
import { privateGroupFor } from './groupAccess.ts'
import { deleteGroup, membersOf } from './groupQueries.ts'
import { signalGroup } from './post.ts'

/** [CALL-224] Whoever made a group ends it for everybody in it. Chats of two and of the team stay. */
export const deleteChatGroup = paced<typeof chatCalls.deleteChatGroup>(mayAttempt, async context => {
  const { db, actor, input, fail } = context
  const found = await privateGroupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  const { group } = found
  if (group.kind !== 'group' || group.madeBy !== actor.accountId) return fail('NoPermission')
  const { removed } = await lockRoom(db, group.pitchId)
  if (removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  const members = await membersOf(db, group.id)
  await deleteGroup(db, group.id)
  signalGroup(context, group, members)
  return {}
})
