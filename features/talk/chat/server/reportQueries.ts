import { and, asc, count, eq, ilike, or } from 'drizzle-orm'
import { messageTypes } from '#features/talk/chat/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { MessageRow } from './queries.ts'
import { chatGroup, chatMessage } from './tables.ts'

/** What people wrote in everybody's chat of a pitch, in its order. What two or some said in private is not among it. */
export async function messagesForReport(
  db: Database | Transaction,
  pitchId: number,
  { page, limit, content }: { page: number; limit: number; content?: string | undefined },
): Promise<{ rows: MessageRow[]; total: number }> {
  const words = content && `%${content.replace(/[\\%_]/g, '\\$&')}%`
  const where = and(
    eq(chatGroup.pitchId, pitchId),
    eq(chatGroup.kind, 'room'),
    eq(chatMessage.type, messageTypes.normal),
    words ? or(ilike(chatMessage.content, words), ilike(chatMessage.fromName, words)) : undefined,
  )
  const found = await db
    .select({ message: chatMessage })
    .from(chatMessage)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMessage.groupId))
    .where(where)
    .orderBy(asc(chatMessage.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [all] = await db
    .select({ total: count() })
    .from(chatMessage)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMessage.groupId))
    .where(where)
  return { rows: found.map(({ message }) => message), total: all?.total ?? 0 }
}
