import { CallFailed } from '#contract/call.ts'
import type { chatCalls } from '#features/chat/contract.ts'
import { messageTypes, slowFor } from '#features/chat/rules.ts'
import { pitchById, pitchFor } from '#features/pitch/server/access.ts'
import { lockRoom } from '#features/room/server/append.ts'
import { peopleOfPitch } from '#features/room/server/queries.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { lastWritten } from './changes.ts'
import { type GroupAccess, groupFor } from './groupAccess.ts'
import { friendGroup } from './groupQueries.ts'
import { mayTalk } from './mayTalk.ts'
import { mentionedIn, tellMentioned } from './mentions.ts'
import { mayAttempt } from './pace.ts'
import { post } from './post.ts'
import { asSent, findMessage, findSent } from './queries.ts'

type Sending = ContextOf<typeof chatCalls.sendMessage>

/** [CALL-219] */
export const sendMessage: Handler<typeof chatCalls.sendMessage> = async context => {
  const { db, actor, input, now, fail } = context
  if (!mayAttempt(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const { group, access } = input.group_uuid ? await ofGroup(context, input.group_uuid) : await ofPair(context)
  // Messages of one room pass here one by one: their ids follow their numbers, and a repeat meets what it repeats.
  const locked = await lockRoom(db, group.pitchId)
  const { removed, slow } = locked
  const localMessageId = input.local_msg_id
  const sent = await findSent(db, { groupId: group.id, fromAccountId: actor.accountId, localMessageId })
  if (sent) return asSent(sent, group.pair)
  if (removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  // Those who run the pitch are never slowed, and nobody is in private.
  if (slow > 0 && access.part === 'attendee' && group.kind === 'room') {
    const last = await lastWritten(db, group.id, actor.accountId)
    const seconds = last ? slowFor(slow, now.getTime() - last.getTime()) : 0
    if (seconds > 0) return fail('ChatTooSoon', { seconds: String(seconds) })
  }
  await mayTalk(context, access, locked)
  // Whoever was taken out of it while waiting for the lock is not in it.
  const still = group.kind === 'room' ? undefined : await groupFor(db, actor, group.id)
  if (group.kind !== 'room' && (!still || still === 'removed')) return fail('GroupNotFound')
  const father = input.father_message
  const after = still && still !== 'removed' ? (still.member?.afterMessage ?? 0) : 0
  if (father && !(await findMessage(db, { groupId: group.id, id: father, after }))) return fail('MessageNotFound')
  const mentioned = await mentionedIn(db, group, access.pitch, input.notification_members)
  if (!mentioned) return fail('ChatPersonNotFound')
  const { content } = input
  const said = { localMessageId, type: messageTypes.normal, content, fatherMessage: father ?? null }
  if (mentioned.length === 0) return post(context, group, said)
  const message = await post(context, group, { ...said, detail: { notification_members: [...mentioned] } })
  await tellMentioned(context, access.pitch, message)
  return message
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
