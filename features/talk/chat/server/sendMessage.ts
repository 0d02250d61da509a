import { CallFailed } from '#contract/call.ts'
import { pitchById, pitchFor } from '#features/core/part/server/access.ts'
import { guestPart } from '#features/room/guest/apply.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { lockRoom, lockRoomAt } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { type ChatSlice, chatPart } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import type { ContextOf } from '#server/context.ts'
import { paced } from '#server/pace.ts'
import { lastWritten } from './changes.ts'
import { type GroupAccess, groupFor } from './groupAccess.ts'
import { friendGroup } from './groupQueries.ts'
import { mayGoOn } from './mayGoOn.ts'
import { mayTalk } from './mayTalk.ts'
import { mentionedIn, tellMentioned } from './mentions.ts'
import { mayWrite } from './pace.ts'
import { post } from './post.ts'
import { asSent, findMessage, findSent } from './queries.ts'

type Sending = ContextOf<typeof chatCalls.sendMessage>

/**
 * [CALL-219] Messages of one room pass here one by one: their ids follow their numbers, and whoever waits sees what came
 * before. A repeat of what was sent answers that, whatever has been forbidden since.
 */
export const sendMessage = paced<typeof chatCalls.sendMessage>(mayAttempt, async context => {
  const { db, actor, input } = context
  const { group, access } = input.group_uuid ? await ofGroup(context, input.group_uuid) : await ofPair(context)
  const locked = await lockRoomAt(db, group.pitchId, guestPart, chatPart)
  const sentBefore = async () => {
    const sent = { groupId: group.id, fromAccountId: actor.accountId, localMessageId: input.local_msg_id }
    const row = await findSent(db, sent)
    return row && asSent(row, group.pair)
  }
  let mentioned: readonly Mentioned[]
  try {
    mentioned = await checked(context, { group, access }, locked.state)
  } catch (refusal) {
    // after a failure of the database there is nothing to ask it in this transaction
    if (!(refusal instanceof CallFailed)) throw refusal
    const before = await sentBefore()
    if (before) return before
    throw refusal
  }
  const said = {
    localMessageId: input.local_msg_id,
    type: messageTypes.normal,
    content: input.content,
    fromPart: access.part === 'attendee' ? null : access.part,
    fatherMessage: input.father_message ?? null,
    ...(mentioned.length > 0 && { detail: { notification_members: [...mentioned] } }),
  }
  const message = await post(context, group, said, locked)
  if (!message) {
    mayWrite.giveBack(actor.accountId)
    return (await sentBefore()) ?? context.fail('GroupNotFound')
  }
  if (mentioned.length > 0) await tellMentioned(context, access.pitch, message)
  return message
})

/** Refuses what may not be said as the room is now; answers whom it mentions. */
async function checked(
  context: Sending,
  { group, access }: Pick<GroupAccess, 'group' | 'access'>,
  room: RoomCore & ChatSlice,
): Promise<readonly Mentioned[]> {
  const { db, actor, input, fail } = context
  if (room.removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  await mayGoOn(context, { group, access }, room.slow, lastWritten)
  await mayTalk(context, access, room)
  // Whoever was taken out of it while waiting for the lock is not in it.
  const still = group.kind === 'room' ? undefined : await groupFor(db, actor, group.id)
  if (group.kind !== 'room' && (!still || still === 'removed')) return fail('GroupNotFound')
  const father = input.father_message
  const after = still && still !== 'removed' ? (still.member?.afterMessage ?? 0) : 0
  if (father && !(await findMessage(db, { groupId: group.id, id: father, after }))) return fail('MessageNotFound')
  return (await mentionedIn(db, group, access.pitch, input.notification_members)) ?? fail('ChatPersonNotFound')
}

async function ofGroup({ db, actor, fail }: Sending, uuid: string): Promise<Pick<GroupAccess, 'group' | 'access'>> {
  const found = await groupFor(db, actor, uuid)
  if (!found) return fail('GroupNotFound')
  return found === 'removed' ? fail('RemovedFromRoom') : found
}

/** The chat with one person, who has to be of the same pitch. */
async function ofPair({ db, actor, input, fail }: Sending): Promise<Pick<GroupAccess, 'group' | 'access'>> {
  const { touserid, pitch_uuid } = input
  if (!touserid || touserid === actor.accountId) throw new CallFailed('InputInvalid', { touserid: 'required' })
  if (!pitch_uuid && actor.pitchId === undefined) throw new CallFailed('InputInvalid', { pitch_uuid: 'required' })
  const access = await (pitch_uuid ? pitchFor(db, actor, pitch_uuid) : pitchById(db, actor, actor.pitchId ?? 0))
  if (!access || (await peopleOfPitch(db, access.pitch, [touserid])).length === 0) return fail('ChatPersonNotFound')
  // always the room's lock first: whoever makes a chat and whoever writes in it must not wait for each other
  await lockRoom(db, access.pitch.id)
  return { group: await friendGroup(db, access.pitch.id, actor.accountId, touserid), access }
}
