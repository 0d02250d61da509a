import type { chatCalls } from '#features/chat/contract.ts'
import { GROUP_MEMBERS } from '#features/chat/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import { peopleOfPitch } from '#features/room/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { entriesOf } from './entries.ts'
import { addMembers, friendGroup, insertGroup } from './groupQueries.ts'
import { mayTalk } from './mayTalk.ts'
import { postMembers } from './post.ts'

/** [CALL-220] Everybody in it has to be of the pitch. */
export const addChatGroup: Handler<typeof chatCalls.addChatGroup> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch } = access
  const others = [...new Set(input.members)].filter(id => id !== actor.accountId)
  const people = await peopleOfPitch(db, pitch, others)
  if (others.length === 0 || people.length < others.length) return fail('ChatPersonNotFound')
  if (others.length >= GROUP_MEMBERS) return fail('ChatTooManyPeople')
  await mayTalk(context, access)

  const [only] = others
  let group: Awaited<ReturnType<typeof insertGroup>>
  if (only && others.length === 1 && !input.name) group = await friendGroup(db, pitch.id, actor.accountId, only)
  else {
    group = await insertGroup(db, { pitchId: pitch.id, kind: 'group', name: input.name, madeBy: actor.accountId })
    await addMembers(db, group.id, [actor.accountId, ...others])
    const me = { id: actor.accountId, name: actor.name }
    await postMembers(context, group, 'groupMade', { members: [me, ...people], added: people })
  }
  const [entry] = await entriesOf(db, pitch, actor.accountId, { isTeam: false, groupId: group.id })
  return entry ?? fail('ChatPersonNotFound')
}
