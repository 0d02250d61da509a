import { pitchFor } from '#features/core/part/server/access.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { hostsAmong, teamOfPitch } from '#features/room/room/server/teamQueries.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { addMembers, membersOf, takeOut, teamGroup } from './groupQueries.ts'
import { signalGroup } from './post.ts'

/** [CALL-053, ENT-021] */
export const sgUpdatePitchPrivateGroup: Handler<typeof chatCalls.sgUpdatePitchPrivateGroup> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  if (!moderates(part)) return fail('NoPermission')
  const asked = [...new Set(input.members ?? (await teamOfPitch(db, pitch)))]
  if ((await hostsAmong(db, pitch.id, asked)).length < asked.length) return fail('ChatPersonNotFound')

  await lockRoom(db, pitch.id)
  const group = await teamGroup(db, pitch.id)
  const before = await membersOf(db, group.id)
  const wanted = new Set([...asked, actor.accountId])
  // Without a list nobody is sent away: an admin who was let in stays.
  const left = input.members ? before.filter(id => !wanted.has(id)) : []
  const added = [...wanted].filter(id => !before.includes(id))
  await addMembers(db, group.id, added)
  if (left.length > 0) await takeOut(db, group.id, left)
  if (added.length + left.length > 0) signalGroup(context, group, [...before, ...added])

  const list = await peopleOfPitch(db, pitch, await hostsAmong(db, pitch.id, await membersOf(db, group.id)))
  return {
    group_uuid: group.id,
    group_member_list: list,
    group_member_offline: list.filter(person => !person.line).map(person => person.id),
  }
}
