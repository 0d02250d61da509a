import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { chatPart } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { GROUP_MEMBERS } from '#features/talk/chat/rules.ts'
import { paced } from '#server/pace.ts'
import { privateGroupFor } from './groupAccess.ts'
import { addMembers, membersOf, renameGroup, takeOut } from './groupQueries.ts'
import { mayTalk } from './mayTalk.ts'
import { postMembers, signalGroup } from './post.ts'

/** [CALL-222] Whoever is brought in sees what is written from then on; whoever leaves sees nothing of it any more. */
export const updateChatGroup = paced<typeof chatCalls.updateChatGroup>(mayAttempt, async context => {
  const { db, actor, input, fail } = context
  const found = await privateGroupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  const { group, access } = found
  // Those of two and of the team have the people that they have.
  if (group.kind !== 'group') return fail('NoPermission')
  const leavesOnly = input.left_members.length === 1 && input.left_members[0] === actor.accountId
  if (input.left_members.length > 0 && !leavesOnly && group.madeBy !== actor.accountId) return fail('NoPermission')
  // Leaving is open to whoever is muted.
  const room = await lockRoom(db, group.pitchId, chatPart)
  if (room.removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  if (!leavesOnly || input.added_members.length > 0 || input.name !== undefined) await mayTalk(context, access, room)

  const before = await membersOf(db, group.id)
  if (!before.includes(actor.accountId)) return fail('GroupNotFound')
  const added = [...new Set(input.added_members)].filter(id => !before.includes(id))
  const left = before.filter(id => input.left_members.includes(id))
  if (before.length + added.length - left.length > GROUP_MEMBERS) return fail('ChatTooManyPeople')
  const people = await peopleOfPitch(db, access.pitch, [...before, ...added])
  const named = (ids: readonly string[]) => people.filter(person => ids.includes(person.id))
  if (named(added).length < added.length) return fail('ChatPersonNotFound')

  if (input.name !== undefined) await renameGroup(db, group.id, input.name)
  await addMembers(db, group.id, added)
  if (left.length > 0) await takeOut(db, group.id, left)
  const members = named([...before, ...added].filter(id => !left.includes(id)))
  if (added.length > 0) await postMembers(context, group, 'membersAdded', { members, added: named(added) })
  if (left.length > 0) await postMembers(context, group, 'membersLeft', { members, left: named(left) })
  signalGroup(context, group, [...before, ...added])
  return {}
})
