import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { ChatMessage } from '#features/chat/events.ts'
import { chatTypes, messageTypes } from '#features/chat/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { chatGroup, chatMessage } from './tables.ts'

type Db = Database | Transaction
type MessageRow = typeof chatMessage.$inferSelect

/** The uuid of the group in which everybody of a pitch's room talks. Made when it is first asked for, once. */
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

/** The group of that uuid, and the pitch that it belongs to. */
export async function findGroup(db: Db, uuid: string) {
  const [row] = await db.select().from(chatGroup).where(eq(chatGroup.id, uuid))
  return row
}

/** What somebody has sent under an id of their own. */
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

/** A message of a chat by its id, unless it came before somebody was in it. */
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

export async function insertMessage(db: Transaction, row: typeof chatMessage.$inferInsert): Promise<MessageRow> {
  const [made] = await db.insert(chatMessage).values(row).returning()
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

/** [ENT-096] A message as people get it. `pair`: of the friend chat that it stands in. */
export const asSent = (row: MessageRow, pair: string | null = null): ChatMessage => ({
  id: row.id,
  local_msg_id: row.localMessageId,
  group_uuid: row.groupId,
  type: row.type === messageTypes.system ? chatTypes[2] : pair ? chatTypes[0] : chatTypes[1],
  msg_type: row.type === messageTypes.system ? messageTypes.system : messageTypes.normal,
  msg_content: Buffer.from(row.content).toString('base64'),
  fromuserid: row.fromAccountId,
  touserid: pair ? otherOf(pair, row.fromAccountId) : null,
  name: row.fromName,
  create_time: row.at.toISOString(),
  ...(row.fatherMessage !== null && { father_message: row.fatherMessage }),
  ...row.detail,
})

/** Two people's ids as a friend chat is known by, whoever writes to whom. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(' ')
export const otherOf = (pair: string, one: string): string => pair.split(' ').find(id => id !== one) ?? one
