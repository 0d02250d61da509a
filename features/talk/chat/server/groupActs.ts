import { nameOrNumber } from '#features/core/account/veil.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { hostsAmong, teamOfPitch } from '#features/room/room/server/teamQueries.ts'
import { chatPart } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { GROUP_MEMBERS } from '#features/talk/chat/rules.ts'
import type { Handler } from '#server/context.ts'
import { paced } from '#server/pace.ts'
import { checkMayTalk } from './checks.ts'
import { entriesOf, entryOf } from './entries.ts'
import { privateGroup } from './groupAccess.ts'
import {
  addMembers,
  checkMayBegin,
  deleteGroup,
  friendGroup,
  insertGroup,
  membersOf,
  noteRead,
  removeMembers,
  renameGroup,
  teamGroup,
} from './groupQueries.ts'
import { postMembers, signalGroup } from './post.ts'

/** [CALL-220] Begins a private chat. All of its members have to belong to the pitch. */
export const addChatGroup = paced<typeof chatCalls.addChatGroup>(
  mayAttempt,
  withPitch<typeof chatCalls.addChatGroup>('sees', async context => {
    const { db, actor, input, fail, pitch, part } = context
    const others = [...new Set(input.members)].filter(id => id !== actor.accountId)
    const [only] = others
    if (!only) return fail('ChatPersonNotFound')
    if (others.length >= GROUP_MEMBERS) return fail('ChatTooManyPeople')
    await checkMayTalk(context, { pitch, part })
    // read behind the lock, so that an attendee who was removed meanwhile is not added
    const people = await peopleOfPitch(db, pitch, others)
    if (people.length < others.length) return fail('ChatPersonNotFound')

    let group: Awaited<ReturnType<typeof insertGroup>>
    if (others.length === 1 && !input.name) group = await friendGroup(db, pitch.id, actor.accountId, only)
    else {
      await checkMayBegin(db, pitch.id, actor.accountId)
      group = await insertGroup(db, { pitchId: pitch.id, kind: 'group', name: input.name, madeBy: actor.accountId })
      await addMembers(db, group.id, [actor.accountId, ...others])
      const me = { id: actor.accountId, name: nameOrNumber(actor.accountId, actor.name) }
      await postMembers(context, group, 'groupMade', { members: [me, ...people], added: people })
    }
    return (await entryOf(db, pitch, actor.accountId, group.id)) ?? fail('ChatPersonNotFound')
  }),
)

/** [CALL-221] */
export const getChatGroupList = withPitch<typeof chatCalls.getChatGroupList>('sees', async context => {
  const { db, actor, input, pitch, part } = context
  return entriesOf(db, pitch, actor.accountId, { isTeam: moderates(part), limit: input.limit })
})

/** [CALL-222] New members see later messages only; members who left see none. */
export const updateChatGroup = paced<typeof chatCalls.updateChatGroup>(mayAttempt, async context => {
  const { db, actor, input, fail } = context
  const { group, access } = await privateGroup(context, input.group_uuid)
  // the members of a chat of two and of the team's chat are fixed
  if (group.kind !== 'group') return fail('NoPermission')
  const leavesOnly = input.left_members.length === 1 && input.left_members[0] === actor.accountId
  if (input.left_members.length > 0 && !leavesOnly && group.madeBy !== actor.accountId) return fail('NoPermission')
  const room = await lockRoom(db, group.pitchId, chatPart)
  if (room.removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  // muted attendees may leave, but do nothing else
  const onlyLeaves = leavesOnly && input.added_members.length === 0 && input.name === undefined
  if (!onlyLeaves) await checkMayTalk(context, access, room)

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
  if (left.length > 0) await removeMembers(db, group.id, left)
  const members = named([...before, ...added].filter(id => !left.includes(id)))
  if (added.length > 0) await postMembers(context, group, 'membersAdded', { members, added: named(added) })
  if (left.length > 0) await postMembers(context, group, 'membersLeft', { members, left: named(left) })
  signalGroup(context, group, [...before, ...added])
  return {}
})

/** [CALL-223] */
export const getChatGroup: Handler<typeof chatCalls.getChatGroup> = async context => {
  const { db, actor, input, fail } = context
  const { access, group } = await privateGroup(context, input.group_uuid)
  return (await entryOf(db, access.pitch, actor.accountId, group.id)) ?? fail('GroupNotFound')
}

/** [CALL-224] The maker of a group deletes it for all members. Chats of two and the team's chat stay. */
export const deleteChatGroup = paced<typeof chatCalls.deleteChatGroup>(mayAttempt, async context => {
  const { db, actor, input, fail } = context
  const { group } = await privateGroup(context, input.group_uuid)
  if (group.kind !== 'group' || group.madeBy !== actor.accountId) return fail('NoPermission')
  const { removed } = await lockRoom(db, group.pitchId)
  if (removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  const members = await membersOf(db, group.id)
  await deleteGroup(db, group.id)
  signalGroup(context, group, members)
  return {}
})

/** Marks messages as read on all devices of the caller. */
export const readChatGroup = paced<typeof chatCalls.readChatGroup>(mayAttempt, async context => {
  const { db, actor, input } = context
  const { group } = await privateGroup(context, input.group_uuid)
  await noteRead(db, group.id, actor.accountId, input.message_id)
  return {}
})

/** [CALL-053, ENT-021] */
export const sgUpdatePitchPrivateGroup = withPitch<typeof chatCalls.sgUpdatePitchPrivateGroup>(
  moderates,
  async context => {
    const { db, actor, input, fail, pitch } = context
    const requested = [...new Set(input.members ?? (await teamOfPitch(db, pitch)))]
    if ((await hostsAmong(db, pitch.id, requested)).length < requested.length) return fail('ChatPersonNotFound')

    await lockRoom(db, pitch.id)
    const group = await teamGroup(db, pitch.id)
    const before = await membersOf(db, group.id)
    const wanted = new Set([...requested, actor.accountId])
    // a call without a list removes no member: an admin who was added stays
    const left = input.members ? before.filter(id => !wanted.has(id)) : []
    const added = [...wanted].filter(id => !before.includes(id))
    await addMembers(db, group.id, added)
    if (left.length > 0) await removeMembers(db, group.id, left)
    if (added.length + left.length > 0) signalGroup(context, group, [...before, ...added])

    const list = await peopleOfPitch(db, pitch, await hostsAmong(db, pitch.id, await membersOf(db, group.id)))
    return {
      group_uuid: group.id,
      group_member_list: list,
      group_member_offline: list.filter(person => !person.line).map(person => person.id),
    }
  },
)
