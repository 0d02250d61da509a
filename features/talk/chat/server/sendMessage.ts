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
import { checkMayTalk, checkSlowMode } from './checks.ts'
import { type GroupAccess, groupFor, readableGroup } from './groupAccess.ts'
import { friendGroup } from './groupQueries.ts'
import { mentionedIn, tellMentioned } from './mentions.ts'
import { mayWrite } from './pace.ts'
import { post } from './post.ts'
import { asSent, findMessage, findSent } from './queries.ts'

type Sending = ContextOf<typeof chatCalls.sendMessage>

/**
 * [CALL-219] The room's lock orders the messages of a room, so that message ids follow event numbers. A repeat answers
 * the message that was sent before, even if the sender may no longer write.
 */
export const sendMessage = paced<typeof chatCalls.sendMessage>(mayAttempt, async context => {
  const { db, actor, input } = context
  const { group, access } = input.group_uuid
    ? await readableGroup(context, input.group_uuid)
    : await friendAccess(context)
  const locked = await lockRoomAt(db, group.pitchId, guestPart, chatPart)
  const sentBefore = async () => {
    const sent = { groupId: group.id, fromAccountId: actor.accountId, localMessageId: input.local_msg_id }
    const row = await findSent(db, sent)
    return row && asSent(row, group.pair)
  }
  let mentioned: readonly Mentioned[]
  try {
    mentioned = await checkMessage(context, { group, access }, locked.state)
  } catch (refusal) {
    // after a failure of the database the transaction takes no more queries
    if (!(refusal instanceof CallFailed)) throw refusal
    const before = await sentBefore()
    if (before) return before
    throw refusal
  }
  const draft = {
    localMessageId: input.local_msg_id,
    type: messageTypes.normal,
    content: input.content,
    fromPart: access.part === 'attendee' ? null : access.part,
    fatherMessage: input.father_message ?? null,
    ...(mentioned.length > 0 && { detail: { notification_members: [...mentioned] } }),
  }
  const message = await post(context, group, draft, locked)
  if (!message) {
    mayWrite.giveBack(actor.accountId)
    return (await sentBefore()) ?? context.fail('GroupNotFound')
  }
  if (mentioned.length > 0) await tellMentioned(context, access.pitch, message)
  return message
})

/** Fails if the message may not be sent as the room is now. Returns the people whom it mentions. */
async function checkMessage(
  context: Sending,
  { group, access }: Pick<GroupAccess, 'group' | 'access'>,
  room: RoomCore & ChatSlice,
): Promise<readonly Mentioned[]> {
  const { db, actor, input, fail } = context
  if (room.removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  await checkSlowMode(context, { group, access }, room.slow, lastWritten)
  await checkMayTalk(context, access, room)
  // the caller may have been taken out of a private chat while waiting for the lock
  const current = group.kind === 'room' ? undefined : await groupFor(db, actor, group.id)
  if (group.kind !== 'room' && (!current || current === 'removed')) return fail('GroupNotFound')
  const father = input.father_message
  const after = current && current !== 'removed' ? (current.member?.afterMessage ?? 0) : 0
  if (father && !(await findMessage(db, { groupId: group.id, id: father, after }))) return fail('MessageNotFound')
  return (await mentionedIn(db, group, access.pitch, input.notification_members)) ?? fail('ChatPersonNotFound')
}

/** The chat with one person of the same pitch. */
async function friendAccess({ db, actor, input, fail }: Sending): Promise<Pick<GroupAccess, 'group' | 'access'>> {
  const { touserid, pitch_uuid } = input
  if (!touserid || touserid === actor.accountId) throw new CallFailed('InputInvalid', { touserid: 'required' })
  if (!pitch_uuid && actor.pitchId === undefined) throw new CallFailed('InputInvalid', { pitch_uuid: 'required' })
  const access = await (pitch_uuid ? pitchFor(db, actor, pitch_uuid) : pitchById(db, actor, actor.pitchId ?? 0))
  if (!access || (await peopleOfPitch(db, access.pitch, [touserid])).length === 0) return fail('ChatPersonNotFound')
  // the room's lock comes first, so that making a chat and writing in it cannot deadlock
  await lockRoom(db, access.pitch.id)
  return { group: await friendGroup(db, access.pitch.id, actor.accountId, touserid), access }
}
