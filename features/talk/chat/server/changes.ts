import { and, count, desc, eq, max, sql } from 'drizzle-orm'
import type { Reaction } from '#features/room/room/signals.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { MessageRow } from './queries.ts'
import { chatMessage, chatReaction } from './tables.ts'

type Db = Database | Transaction

async function change(db: Transaction, id: number, set: Partial<typeof chatMessage.$inferInsert>): Promise<MessageRow> {
  const [row] = await db
    .update(chatMessage)
    .set({ ...set, revision: sql`${chatMessage.revision} + 1` })
    .where(eq(chatMessage.id, id))
    .returning()
  if (!row) throw new Error(`message ${id} was not changed`)
  return row
}

export const editContent = (db: Transaction, id: number, content: string, editedAt: Date): Promise<MessageRow> =>
  change(db, id, { content, editedAt })

/** Empties a message and deletes its reactions; the row stays. */
export async function emptyMessage(db: Transaction, id: number, deleted: 'sender' | 'moderator'): Promise<MessageRow> {
  await db.delete(chatReaction).where(eq(chatReaction.messageId, id))
  return change(db, id, { content: '', deleted, reactions: {}, detail: null, offdata: null })
}

/** Returns undefined if nothing changed. The caller holds the room. */
export async function setReaction(
  db: Transaction,
  row: MessageRow,
  { accountId, emoji, on }: { accountId: string; emoji: Reaction; on: boolean },
): Promise<{ row: MessageRow; count: number } | undefined> {
  const one = { messageId: row.id, accountId, emoji }
  const same = and(
    eq(chatReaction.messageId, row.id),
    eq(chatReaction.accountId, accountId),
    eq(chatReaction.emoji, emoji),
  )
  const changed = on
    ? await db.insert(chatReaction).values(one).onConflictDoNothing().returning({ emoji: chatReaction.emoji })
    : await db.delete(chatReaction).where(same).returning({ emoji: chatReaction.emoji })
  if (changed.length === 0) return undefined
  const [{ all } = { all: 0 }] = await db
    .select({ all: count() })
    .from(chatReaction)
    .where(and(eq(chatReaction.messageId, row.id), eq(chatReaction.emoji, emoji)))
  const { [emoji]: _before, ...others } = row.reactions
  return { row: await change(db, row.id, { reactions: all > 0 ? { ...others, [emoji]: all } : others }), count: all }
}

/** The reactions to a message, oldest first. */
export async function reactionsOf(
  db: Db,
  messageId: number,
  limit: number,
): Promise<{ accountId: string; emoji: Reaction }[]> {
  return db
    .select({ accountId: chatReaction.accountId, emoji: chatReaction.emoji })
    .from(chatReaction)
    .where(eq(chatReaction.messageId, messageId))
    .orderBy(chatReaction.at, chatReaction.accountId)
    .limit(limit)
}

/** The reactions of an account in a chat, to the newest messages first. */
export async function ownReactions(
  db: Db,
  groupId: string,
  accountId: string,
  limit: number,
): Promise<{ messageId: number; emoji: Reaction }[]> {
  return db
    .select({ messageId: chatReaction.messageId, emoji: chatReaction.emoji })
    .from(chatReaction)
    .innerJoin(chatMessage, eq(chatMessage.id, chatReaction.messageId))
    .where(and(eq(chatMessage.groupId, groupId), eq(chatReaction.accountId, accountId)))
    .orderBy(desc(chatReaction.messageId))
    .limit(limit)
}

/** The time of an account's last message in a chat, deleted ones included; undefined if there is none. */
export async function lastWritten(db: Db, groupId: string, fromAccountId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: max(chatMessage.at) })
    .from(chatMessage)
    .where(and(eq(chatMessage.groupId, groupId), eq(chatMessage.fromAccountId, fromAccountId), eq(chatMessage.type, 0)))
  return row?.at ?? undefined
}

/** The time of an account's last message or last edit in a chat, whichever is later. */
export async function lastChanged(db: Db, groupId: string, fromAccountId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: max(chatMessage.at), editedAt: max(chatMessage.editedAt) })
    .from(chatMessage)
    .where(and(eq(chatMessage.groupId, groupId), eq(chatMessage.fromAccountId, fromAccountId), eq(chatMessage.type, 0)))
  const { at, editedAt } = row ?? {}
  return at && editedAt && editedAt > at ? editedAt : (at ?? undefined)
}
