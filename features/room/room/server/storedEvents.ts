import { and, desc, eq, sql } from 'drizzle-orm'
import { guestNameOf, type Nameless } from '#features/core/account/server/nameless.ts'
import { rename } from '#features/core/account/veil.ts'
import type { RoomEventType } from '#features/room/room/events.ts'
import type { Mentions } from '#features/talk/chat/server/renameMessages.ts'
import type { Transaction } from '#server/db/database.ts'
import { inBatches } from '#server/db/inBatches.ts'
import { room, roomEvent } from './tables.ts'

/** Takes names out of what happened in a room until now, and of what it remembers: nobody who comes later is told them. */
export async function renameEvents(
  db: Transaction,
  pitchId: number,
  { nameOf, are }: Nameless,
  mentions: Mentions,
): Promise<void> {
  const named = sql`${roomEvent.pitchId} = ${pitchId}
    and (${roomEvent.payload}::text like '%"name"%' or ${roomEvent.type} = 'messageEdited')`
  // nearly all of them are messages, and those are many
  const sender = sql`${roomEvent.payload} #>> '{message,fromuserid}'`
  await db.execute(sql`update ${roomEvent} set payload = jsonb_set(payload, '{message,name}', to_jsonb(${guestNameOf(sender)}))
    where ${named} and ${roomEvent.type} = 'messageSent' and ${are(sender)}
      and ${roomEvent.payload} #>> '{message,name}' <> ${guestNameOf(sender)}`)
  const rows = await db
    .select({ seq: roomEvent.seq, type: roomEvent.type, payload: roomEvent.payload })
    .from(roomEvent)
    .where(
      and(
        named,
        sql`(${roomEvent.type} <> 'messageSent' or ${roomEvent.payload} -> 'message' ? 'notification_members')`,
      ),
    )
  const changed = rows.flatMap(({ seq, type, payload }) => {
    const renamed = rename(type === 'messageEdited' ? withMentions(payload, mentions) : payload, nameOf)
    return renamed === payload ? [] : [{ seq, payload: renamed }]
  })
  await inBatches(changed, json =>
    db.execute(sql`update ${roomEvent} set payload = now.payload
      from jsonb_to_recordset(${json}::jsonb) as now (seq bigint, payload jsonb)
      where ${roomEvent.pitchId} = ${pitchId} and ${roomEvent.seq} = now.seq`),
  )
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId))
  const state = row && rename(row.state, nameOf)
  if (state && state !== row.state) await db.update(room).set({ state }).where(eq(room.pitchId, pitchId))
}

/** An edit says whom its words mention; one that was stored without saying it mentions whom its message does. */
function withMentions(payload: Record<string, unknown>, mentions: Mentions): Record<string, unknown> {
  const mentioned = payload['notification_members'] ? undefined : mentions.get(Number(payload['id']))
  return mentioned ? { ...payload, notification_members: mentioned } : payload
}

const ofType = (pitchId: number, type: RoomEventType) => and(eq(roomEvent.pitchId, pitchId), eq(roomEvent.type, type))
/** Whether a room was told that somebody is forgotten. */
export async function saysForgotten(db: Transaction, pitchId: number, account: string): Promise<boolean> {
  const [told] = await db
    .select({ seq: roomEvent.seq })
    .from(roomEvent)
    .where(and(ofType(pitchId, 'nameForgotten'), sql`${roomEvent.payload} ->> 'account' = ${account}`))
    .limit(1)
  return told !== undefined
}

/** When something happened last in a room. */
export async function lastOf(db: Transaction, pitchId: number, type: RoomEventType): Promise<Date | undefined> {
  const [last] = await db
    .select({ at: roomEvent.at })
    .from(roomEvent)
    .where(ofType(pitchId, type))
    .orderBy(desc(roomEvent.seq))
    .limit(1)
  return last?.at
}

const emptiedAt = (...path: string[]) => sql`jsonb_set(${roomEvent.payload}, ${sql.param(path)}::text[], '""')`

/** Takes the words of a message out of the room's stored events, so that nobody who resumes gets them. */
export async function emptyStoredMessage(db: Transaction, pitchId: number, messageId: number): Promise<void> {
  await db
    .update(roomEvent)
    .set({ payload: sql`${emptiedAt('message', 'msg_content')} #- '{message,notification_members}'` })
    .where(
      and(ofType(pitchId, 'messageSent'), sql`(${roomEvent.payload} -> 'message' ->> 'id')::bigint = ${messageId}`),
    )
  await db
    .update(roomEvent)
    .set({ payload: sql`${emptiedAt('msg_content')} #- '{notification_members}'` })
    .where(and(ofType(pitchId, 'messageEdited'), sql`(${roomEvent.payload} ->> 'id')::bigint = ${messageId}`))
}

/** Takes the words of a question out of the room's stored events; false when none of them says it. */
export async function emptyStoredQuestion(db: Transaction, pitchId: number, questionId: string): Promise<boolean> {
  const emptied = await db
    .update(roomEvent)
    .set({ payload: sql`${emptiedAt('question', 'content')} #- '{question,notification_members}'` })
    .where(
      and(ofType(pitchId, 'questionShown'), sql`${roomEvent.payload} -> 'question' ->> 'question_id' = ${questionId}`),
    )
    .returning({ seq: roomEvent.seq })
  return emptied.length > 0
}

/**
 * Takes what was said and asked out of a room's stored events, because the pitch is to be presented anew: nobody who
 * resumes gets it. The events stay, for their numbers have no gaps.
 */
export async function emptyRunBefore(db: Transaction, pitchId: number): Promise<void> {
  const empty = { captionSaid: { caption: null }, questionShown: { question: null } } as const
  for (const [type, payload] of Object.entries(empty))
    await db
      .update(roomEvent)
      .set({ payload })
      .where(ofType(pitchId, type as keyof typeof empty))
}
