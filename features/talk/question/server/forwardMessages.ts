import { randomUUID } from 'node:crypto'
import { type PitchAccess, pitchFor } from '#features/core/part/server/access.ts'
import { messageTypes, moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { OffData } from '#features/talk/chat/events.ts'
import { forwardedText } from '#features/talk/chat/rules.ts'
import { friendGroup } from '#features/talk/chat/server/groupQueries.ts'
import { mayTalk } from '#features/talk/chat/server/mayTalk.ts'
import { post } from '#features/talk/chat/server/post.ts'
import { asSent, chatGroupOf, findMessage, type MessageRow } from '#features/talk/chat/server/queries.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { insertQuestion } from './queries.ts'
import { tellDesk } from './tell.ts'

type Forwarding = ContextOf<typeof questionCalls.forwardMessages>

/**
 * [PERM-057] A unique index decides whether a message is on the desk already, so that two who forward the same one send it
 * once. Whoever leads the pitch sends nothing to themselves: it is on their desk.
 */
export const forwardMessages: Handler<typeof questionCalls.forwardMessages> = async context => {
  const { db, actor, input, now, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { pitch } = access
  const host = (await lockRoom(db, pitch.id)).host ?? pitch.userId
  await mayTalk(context, access)
  const ids = [...new Set(input.message_ids)].sort((a, b) => a - b)
  const rows = await messagesOf(context, await chatGroupOf(db, pitch), ids)
  const forwardedBy = actor.accountId
  let forwarded = 0
  for (const row of rows) {
    const { id: messageId, fromAccountId, fromName, content } = row
    const asked = { fromAccountId, fromName, content, isNamed: true, messageId, forwardedBy }
    const made = await insertQuestion(db, { ...asked, pitchId: pitch.id, askedAt: row.at, changedAt: now })
    if (!made) continue
    forwarded++
    if (host !== actor.accountId) await sendTo(context, access, host, row)
  }
  if (forwarded > 0) await tellDesk(context, pitch, [])
  return { forwarded, already: rows.length - forwarded }
}

/** What people wrote in everybody's chat; anything else is not there. */
async function messagesOf({ db, fail }: Forwarding, groupId: string, ids: readonly number[]): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  for (const id of ids) {
    const row = await findMessage(db, { groupId, id, after: 0 })
    if (!row || row.deleted || row.type !== messageTypes.normal) return fail('MessageNotFound')
    rows.push(row)
  }
  return rows
}

/** [ENT-100, CONST-015] The private message, with what it forwards beside its text. */
async function sendTo(context: Forwarding, { pitch, part }: PitchAccess, host: string, row: MessageRow): Promise<void> {
  const { id: message_id, fromuserid, name, create_time, msg_content } = asSent(row)
  const offdata: OffData = { message_id, fromuserid, name, create_time, msg_content }
  // however many chats a moderator has begun, the host gets it
  const group = await friendGroup(context.db, pitch.id, context.actor.accountId, host, Number.POSITIVE_INFINITY)
  await post(context, group, {
    localMessageId: randomUUID(),
    type: messageTypes.forwarded,
    content: forwardedText(name, row.content),
    fromPart: part === 'attendee' ? null : part,
    offdata,
  })
}
