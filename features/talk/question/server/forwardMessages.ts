import { randomUUID } from 'node:crypto'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { messageTypes, moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { OffData } from '#features/talk/chat/events.ts'
import { forwardedText } from '#features/talk/chat/rules.ts'
import { checkMayTalk } from '#features/talk/chat/server/checks.ts'
import { friendGroup } from '#features/talk/chat/server/groupQueries.ts'
import { post } from '#features/talk/chat/server/post.ts'
import { asSent, chatGroupOf, findMessage, type MessageRow } from '#features/talk/chat/server/queries.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import type { ContextOf } from '#server/context.ts'
import { signalDesk } from './deskActs.ts'
import { insertQuestion } from './queries.ts'

type Forwarding = ContextOf<typeof questionCalls.forwardMessages>

/**
 * [PERM-057] A unique index decides whether a message is on the desk already, so that two moderators who forward the
 * same one send it once. The leading presenter's own forward stays on the desk and sends nothing.
 */
export const forwardMessages = withPitch<typeof questionCalls.forwardMessages>(moderates, async context => {
  const { db, actor, input, now, pitch, part } = context
  const host = (await lockRoom(db, pitch.id)).host ?? pitch.userId
  await checkMayTalk(context, { pitch, part })
  const ids = [...new Set(input.message_ids)].sort((a, b) => a - b)
  const rows = await messagesOf(context, await chatGroupOf(db, pitch), ids)
  const forwardedBy = actor.accountId
  let forwarded = 0
  for (const row of rows) {
    const { id: messageId, fromAccountId, fromName, content } = row
    const copied = { fromAccountId, fromName, content, isNamed: true, messageId, forwardedBy }
    const made = await insertQuestion(db, { ...copied, pitchId: pitch.id, askedAt: row.at, changedAt: now })
    if (!made) continue
    forwarded++
    if (host !== actor.accountId) await sendPrivately(context, host, row)
  }
  if (forwarded > 0) await signalDesk(context, pitch, [])
  return { forwarded, already: rows.length - forwarded }
})

/** The messages of these ids in the public chat. Fails with MessageNotFound for a deleted or a system message. */
async function messagesOf({ db, fail }: Forwarding, groupId: string, ids: readonly number[]): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  for (const id of ids) {
    const row = await findMessage(db, { groupId, id, after: 0 })
    if (!row || row.deleted || row.type !== messageTypes.normal) return fail('MessageNotFound')
    rows.push(row)
  }
  return rows
}

/** [ENT-100, CONST-015] Sends the private message, with the forwarded one in `offdata`. */
async function sendPrivately(context: Forwarding & PitchAccess, host: string, row: MessageRow): Promise<void> {
  const { pitch, part } = context
  const { id: message_id, fromuserid, name, create_time, msg_content, notification_members } = asSent(row)
  const mentions = notification_members && { notification_members }
  const offdata: OffData = { message_id, fromuserid, name, create_time, msg_content, ...mentions }
  // the limit on chats that a person begins does not apply
  const group = await friendGroup(context.db, pitch.id, context.actor.accountId, host, Number.POSITIVE_INFINITY)
  await post(context, group, {
    localMessageId: randomUUID(),
    type: messageTypes.forwarded,
    content: forwardedText(name, row.content),
    fromPart: part === 'attendee' ? null : part,
    offdata,
  })
}
