import { and, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import type { ChatMessage, MentionDetail } from '#features/talk/chat/events.ts'
import { chatTypes } from '#features/talk/chat/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { chatGroup, chatMessage } from './tables.ts'

type Db = Database | Transaction
export type MessageRow = typeof chatMessage.$inferSelect

/** The uuid of the public chat in the room of a pitch, made when it is first needed. */
export async function chatGroupOf(db: Db, pitch: { id: number; presentationName: string }): Promise<string> {
  const find = () =>
    db
      .select({ id: chatGroup.id })
      .from(chatGroup)
      .where(and(eq(chatGroup.pitchId, pitch.id), eq(chatGroup.kind, 'room')))
  const [known] = await find()
  if (known) return known.id
  await db
    .insert(chatGroup)
    .values({ pitchId: pitch.id, kind: 'room', name: pitch.presentationName })
    .onConflictDoNothing()
  const [made] = await find()
  if (!made) throw new Error(`pitch ${pitch.id} has no chat`)
  return made.id
}

/** The uuid of the pitch that a chat belongs to. */
export async function pitchOfChat(db: Db, chat: string): Promise<string | undefined> {
  const [row] = await db
    .select({ uuid: pitch.uuid })
    .from(chatGroup)
    .innerJoin(pitch, eq(pitch.id, chatGroup.pitchId))
    .where(eq(chatGroup.id, chat))
  return row?.uuid
}

/** The group of that uuid, and the pitch that it belongs to. */
export async function findGroup(db: Db, uuid: string) {
  const [row] = await db.select().from(chatGroup).where(eq(chatGroup.id, uuid))
  return row
}

/** The message with this id of the sender's browser. */
export async function findSent(
  db: Db,
  sent: { groupId: string; fromAccountId: string; localMessageId: string },
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(chatMessage)
    .where(
      and(
        eq(chatMessage.groupId, sent.groupId),
        eq(chatMessage.fromAccountId, sent.fromAccountId),
        eq(chatMessage.localMessageId, sent.localMessageId),
      ),
    )
  return row
}

/** A message of a chat by its id, if it is later than the message `after`. */
export async function findMessage(
  db: Db,
  { groupId, id, after }: { groupId: string; id: number; after: number },
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(chatMessage)
    .where(and(eq(chatMessage.groupId, groupId), eq(chatMessage.id, id), gt(chatMessage.id, after)))
  return row
}

/** The people whom a message mentions, by their names in it. */
export const mentionsIn = (detail: MessageRow['detail'] | undefined): MentionDetail['notification_members'] =>
  detail && 'notification_members' in detail ? detail.notification_members : []

export async function mentionsOf(db: Db, messageId: number): Promise<MentionDetail['notification_members']> {
  const [row] = await db.select({ detail: chatMessage.detail }).from(chatMessage).where(eq(chatMessage.id, messageId))
  return mentionsIn(row?.detail)
}

/** The private messages that forward this message. */
export async function forwardsOf(
  db: Db,
  pitchId: number,
  messageId: number,
): Promise<{ id: number; groupId: string }[]> {
  return db
    .select({ id: chatMessage.id, groupId: chatMessage.groupId })
    .from(chatMessage)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMessage.groupId))
    .where(
      and(
        eq(chatGroup.pitchId, pitchId),
        // forwards go to the leading presenter; a search of the public chat would take long
        eq(chatGroup.kind, 'friend'),
        eq(chatMessage.type, messageTypes.forwarded),
        sql`(${chatMessage.offdata} ->> 'message_id')::bigint = ${messageId}`,
      ),
    )
    .orderBy(chatMessage.id)
}

/** Where the `detail` of a message names people. */
const namesIn = ['notification_members', 'members', 'added_members', 'left_members'] as const

/** The pitches in whose chats an account wrote or is named. Each part of the query has an index of its own. */
export async function pitchesNaming(db: Db, accountId: string): Promise<number[]> {
  const inGroups = (is: SQL) => sql`select ${chatMessage.groupId} from ${chatMessage} where ${is}`
  const mentioned = namesIn.map(
    key => sql`${chatMessage.detail} @> ${JSON.stringify({ [key]: [{ id: accountId }] })}::jsonb`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`select distinct ${chatGroup.pitchId}::text as id
    from ${chatGroup} where ${chatGroup.id} in (
      ${inGroups(sql`${chatMessage.fromAccountId} = ${accountId}`)}
      union ${inGroups(sql`${chatMessage.detail} is not null and (${sql.join(mentioned, sql` or `)})`)}
      union ${inGroups(sql`${chatMessage.offdata} is not null and ${chatMessage.offdata} ->> 'fromuserid' = ${accountId}`)})`)
  return rows.map(({ id }) => Number(id))
}

/** Returns undefined if the sender has sent a message with the same id of their browser: `findSent` finds it. */
export async function insertOnce(
  db: Transaction,
  row: typeof chatMessage.$inferInsert,
): Promise<MessageRow | undefined> {
  const [made] = await db.insert(chatMessage).values(row).onConflictDoNothing().returning()
  return made
}

/** Inserts a message whose id is new. */
export async function insertMessage(db: Transaction, row: typeof chatMessage.$inferInsert): Promise<MessageRow> {
  const made = await insertOnce(db, row)
  if (!made) throw new Error('a message was not inserted')
  return made
}

/** The last messages of a group after one and before another; newest first. */
export async function lastMessages(
  db: Db,
  groupId: string,
  { after = 0, before, limit }: { after?: number; before?: number | undefined; limit: number },
): Promise<MessageRow[]> {
  return db
    .select()
    .from(chatMessage)
    .where(
      and(
        eq(chatMessage.groupId, groupId),
        after > 0 ? gt(chatMessage.id, after) : undefined,
        before === undefined ? undefined : lt(chatMessage.id, before),
      ),
    )
    .orderBy(desc(chatMessage.id))
    .limit(limit)
}

/** [ENT-096] A message as browsers get it. `pair`: that of its friend chat. */
export const asSent = (row: MessageRow, pair: string | null = null): ChatMessage => ({
  id: row.id,
  local_msg_id: row.localMessageId,
  group_uuid: row.groupId,
  type: row.type === messageTypes.system ? chatTypes[2] : pair ? chatTypes[0] : chatTypes[1],
  msg_type: typeOf(row.type),
  msg_content: Buffer.from(row.content).toString('base64'),
  fromuserid: row.fromAccountId,
  touserid: pair ? otherOf(pair, row.fromAccountId) : null,
  name: row.fromName,
  ...(row.fromPart && { part: row.fromPart }),
  create_time: row.at.toISOString(),
  ...(row.fatherMessage !== null && { father_message: row.fatherMessage }),
  ...(row.sessionId && { send_access_token: row.sessionId }),
  ...(row.offdata && { offdata: row.offdata }),
  ...(row.revision > 0 && { revision: row.revision }),
  ...(row.editedAt && { edited_time: row.editedAt.toISOString() }),
  ...(row.deleted && { deleted: row.deleted }),
  ...(Object.keys(row.reactions).length > 0 && { reactions: row.reactions }),
  ...row.detail,
})

const typeOf = (type: number): ChatMessage['msg_type'] =>
  type === messageTypes.system || type === messageTypes.forwarded ? type : messageTypes.normal

/**
 * The last messages of a pitch's room as one column of a larger statement, so that both are of one moment.
 * `roomMessages` reads the column.
 */
export function roomMessagesOf(pitchId: number, limit: number): SQL<unknown> {
  const fields = Object.entries(getTableColumns(chatMessage)).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  )
  const last = sql`select ${chatMessage}.* from ${chatMessage}
    join ${chatGroup} on ${chatGroup.id} = ${chatMessage.groupId} and ${chatGroup.kind} = 'room'
    where ${chatGroup.pitchId} = ${pitchId} order by ${chatMessage.id} desc limit ${limit}`
  return sql`(select coalesce(jsonb_agg(jsonb_build_object(${sql.join(fields, sql`, `)}) order by ${chatMessage.id}), '[]')
    from (${last}) as chat_message)`
}

/** The messages of a column of `roomMessagesOf`, oldest first. */
export const roomMessages = (read: unknown): ChatMessage[] =>
  (read as (Omit<MessageRow, 'at' | 'editedAt'> & { at: string; editedAt: string | null })[]).map(row =>
    asSent({ ...row, at: new Date(row.at), editedAt: row.editedAt === null ? null : new Date(row.editedAt) }),
  )

/** The key of a friend chat: both account ids in one order. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(' ')
export const otherOf = (pair: string, one: string): string => pair.split(' ').find(id => id !== one) ?? one
