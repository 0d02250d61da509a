import { nameOrNumber } from '#features/core/account/veil.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { GROUP_MEMBERS } from '#features/talk/chat/rules.ts'
import { paced } from '#server/pace.ts'
import { entryOf } from './entries.ts'
import { addMembers, friendGroup, insertGroup, mayBegin } from './groupQueries.ts'
import { mayTalk } from './mayTalk.ts'
import { postMembers } from './post.ts'

/** [CALL-220] Everybody in it has to be of the pitch. */
export const addChatGroup = paced<typeof chatCalls.addChatGroup>(mayAttempt, async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch } = access
  const others = [...new Set(input.members)].filter(id => id !== actor.accountId)
  const [only] = others
  if (!only) return fail('ChatPersonNotFound')
  if (others.length >= GROUP_MEMBERS) return fail('ChatTooManyPeople')
  await mayTalk(context, access)
  // behind the lock: whoever was removed meanwhile is not brought in
  const people = await peopleOfPitch(db, pitch, others)
  if (people.length < others.length) return fail('ChatPersonNotFound')

  let group: Awaited<ReturnType<typeof insertGroup>>
  if (others.length === 1 && !input.name) group = await friendGroup(db, pitch.id, actor.accountId, only)
  else {
    await mayBegin(db, pitch.id, actor.accountId)
    group = await insertGroup(db, { pitchId: pitch.id, kind: 'group', name: input.name, madeBy: actor.accountId })
    await addMembers(db, group.id, [actor.accountId, ...others])
    const me = { id: actor.accountId, name: nameOrNumber(actor.accountId, actor.name) }
    await postMembers(context, group, 'groupMade', { members: [me, ...people], added: people })
  }
  return (await entryOf(db, pitch, actor.accountId, group.id)) ?? fail('ChatPersonNotFound')
})
