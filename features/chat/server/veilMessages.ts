import { and, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import { veil, veilMentions } from '#features/guest/veil.ts'
import type { Transaction } from '#server/db/database.ts'
import { chatGroup, chatMessage } from './tables.ts'

/** Takes the names of guests from what was said in a pitch's chats, private ones included. Who it was stays known by id. */
export async function veilMessages(db: Transaction, pitchId: number, hosts: readonly string[]): Promise<void> {
  const groups = db.select({ id: chatGroup.id }).from(chatGroup).where(eq(chatGroup.pitchId, pitchId))
  await db
    .update(chatMessage)
    .set({ fromName: sql`'#' || upper(left(${chatMessage.fromAccountId}::text, 4))` })
    .where(and(inArray(chatMessage.groupId, groups), notInArray(chatMessage.fromAccountId, [...hosts])))
  const noted = await db
    .select({
      id: chatMessage.id,
      detail: chatMessage.detail,
      content: chatMessage.content,
      offdata: chatMessage.offdata,
    })
    .from(chatMessage)
    .where(and(inArray(chatMessage.groupId, groups), or(isNotNull(chatMessage.detail), isNotNull(chatMessage.offdata))))
  const isHost = (person: string) => hosts.includes(person)
  for (const { id, detail, content, offdata } of noted) {
    const mentioned = detail && 'notification_members' in detail ? detail.notification_members : []
    await db
      .update(chatMessage)
      .set({
        detail: veil(detail, isHost),
        content: veilMentions(content, mentioned, isHost),
        offdata: veil(offdata, isHost),
      })
      .where(eq(chatMessage.id, id))
  }
}
