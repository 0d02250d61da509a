import { sql } from 'drizzle-orm'
import { guestNameOf, type Nameless } from '#features/core/account/server/nameless.ts'
import { rename } from '#features/core/account/veil.ts'
import type { RoomEventType } from '#features/room/room/parts.ts'
import { changeStored, emptiedAt, rewriteStored } from '#features/room/room/server/storedEvents.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Mentions } from './renameMessages.ts'

/** Removes the words of a message from the room's stored events, so that a browser that resumes does not get them. */
export async function emptyStoredMessage(db: Transaction, pitchId: number, messageId: number): Promise<void> {
  await rewriteStored(db, pitchId, 'messageSent', payload => ({
    payload: sql`${emptiedAt(payload, 'message', 'msg_content')} #- '{message,notification_members}'`,
    where: sql`(${payload} -> 'message' ->> 'id')::bigint = ${messageId}`,
  }))
  await rewriteStored(db, pitchId, 'messageEdited', payload => ({
    payload: sql`${emptiedAt(payload, 'msg_content')} #- '{notification_members}'`,
    where: sql`(${payload} ->> 'id')::bigint = ${messageId}`,
  }))
}

/**
 * Replaces names in the room's stored events of messages, and returns the types of these events. `mentions`: the
 * mentions of the messages before their names were replaced.
 */
export async function renameStoredMessages(
  db: Transaction,
  pitchId: number,
  { nameOf, are }: Nameless,
  mentions: Mentions,
): Promise<RoomEventType[]> {
  // nearly all events are messages, so one statement renames their senders
  await rewriteStored(db, pitchId, 'messageSent', payload => {
    const sender = sql`${payload} #>> '{message,fromuserid}'`
    return {
      payload: sql`jsonb_set(${payload}, '{message,name}', to_jsonb(${guestNameOf(sender)}))`,
      where: sql`${are(sender)} and ${payload} #>> '{message,name}' <> ${guestNameOf(sender)}`,
    }
  })
  await changeStored(
    db,
    pitchId,
    'messageSent',
    payload => sql`${payload} -> 'message' ? 'notification_members'`,
    payload => rename(payload, nameOf),
  )
  await changeStored(
    db,
    pitchId,
    'messageEdited',
    () => undefined,
    payload => rename(withMentions(payload, mentions), nameOf),
  )
  return ['messageSent', 'messageEdited']
}

/** An edit carries its mentions. An older stored edit without them has those of its message. */
function withMentions(payload: Record<string, unknown>, mentions: Mentions): Record<string, unknown> {
  const mentioned = payload['notification_members'] ? undefined : mentions.get(Number(payload['id']))
  return mentioned ? { ...payload, notification_members: mentioned } : payload
}
