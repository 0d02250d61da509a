import { CallFailed } from '#contract/call.ts'
import { isMuted } from '#features/chat/apply.ts'
import type { chatCalls } from '#features/chat/contract.ts'
import { chatIsOpen, messageTypes } from '#features/chat/rules.ts'
import { wasRemoved } from '#features/invite/server/queries.ts'
import { pitchById } from '#features/pitch/server/access.ts'
import { lockRoom } from '#features/room/server/append.ts'
import type { Handler } from '#server/context.ts'
import { mayWrite } from './pace.ts'
import { asSent, findGroup, findSent, insertMessage } from './queries.ts'

/** [CALL-219] */
export const sendMessage: Handler<typeof chatCalls.sendMessage> = async ({ db, actor, input, now, fail, announce }) => {
  const group = await findGroup(db, input.group_uuid)
  if (!group) return fail('GroupNotFound')
  const access = await pitchById(db, actor, group.pitchId)
  if (!access) return fail((await wasRemoved(db, group.pitchId, actor.accountId)) ? 'RemovedFromRoom' : 'GroupNotFound')

  // Messages of one room pass here one by one: their ids follow their numbers, and a repeat meets what it repeats.
  const room = await lockRoom(db, group.pitchId)
  const message = { groupId: group.id, fromAccountId: actor.accountId, localMessageId: input.local_msg_id }
  const sent = await findSent(db, message)
  if (sent) return asSent(sent)
  if (room.removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  // [PERM-055] Those who run the pitch are never muted.
  if (access.part === 'attendee' && isMuted(room.mute, actor.accountId)) return fail('ChatMuted')
  if (!chatIsOpen(access.pitch, now)) return fail('RoomNotOpen')
  if (!mayWrite(actor.accountId, now)) throw new CallFailed('TooManyRequests')

  const { content } = input
  const row = await insertMessage(db, { ...message, fromName: actor.name, type: messageTypes.normal, content, at: now })
  const answer = asSent(row)
  await announce(group.pitchId, 'messageSent', { message: answer })
  return answer
}
