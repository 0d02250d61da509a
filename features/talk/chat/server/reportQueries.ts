import { and, eq } from 'drizzle-orm'
import { messageTypes } from '#features/room/room/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { contains, type Paging, pageOf } from '#server/lists.ts'
import type { MessageRow } from './queries.ts'
import { chatGroup, chatMessage } from './tables.ts'

export interface MessagesAsked extends Paging {
  /** A part of the message, or of the sender's name in the room. */
  readonly content?: string | undefined
}

const ofRoom = (pitchId: number) =>
  and(eq(chatGroup.pitchId, pitchId), eq(chatGroup.kind, 'room'), eq(chatMessage.type, messageTypes.normal))

/** A message that was sent to everyone in a pitch's room. */
export async function roomMessage(db: Database | Transaction, pitchId: number, id: number) {
  const [found] = await db
    .select({ fromPart: chatMessage.fromPart, sentAt: chatMessage.at })
    .from(chatMessage)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMessage.groupId))
    .where(and(eq(chatMessage.id, id), ofRoom(pitchId)))
  return found
}

/** The messages of the public chat of a pitch, in their order. Private messages are never in a report. */
export async function messagesForReport(
  db: Database | Transaction,
  pitchId: number,
  { content, ...paging }: MessagesAsked,
): Promise<{ items: MessageRow[]; total: number }> {
  const messages = db
    .select({ message: chatMessage })
    .from(chatMessage)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMessage.groupId))
    .where(and(ofRoom(pitchId), contains(content, chatMessage.content, chatMessage.fromName)))
  const { items, total } = await pageOf(db, messages, paging, [chatMessage.id])
  return { items: items.map(({ message }) => message), total }
}
