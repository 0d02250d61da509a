import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { guestNameOf, type Nameless } from '#features/core/account/server/nameless.ts'
import { type MentionedBy, type NameOf, rename, renameMentions } from '#features/core/account/veil.ts'
import type { OffData } from '#features/talk/chat/events.ts'
import { forwardedText } from '#features/talk/chat/rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { inBatches } from '#server/db/database.ts'
import type { MessageRow } from './queries.ts'
import { chatGroup, chatMessage } from './tables.ts'

/** The mentions in each message, by its id, with the names in its text. */
export type Mentions = ReadonlyMap<number, readonly MentionedBy[]>

const saidIn = (db: Transaction, pitchId: number) =>
  inArray(chatMessage.groupId, db.select({ id: chatGroup.id }).from(chatGroup).where(eq(chatGroup.pitchId, pitchId)))

const mentionsOf = (noted: readonly Pick<MessageRow, 'id' | 'detail'>[]): Mentions =>
  new Map(
    noted.flatMap(({ id, detail }) =>
      detail && 'notification_members' in detail ? [[id, detail.notification_members] as const] : [],
    ),
  )

/** The mentions in the messages of a pitch's chats, private ones included. */
export async function mentionsIn(db: Transaction, pitchId: number): Promise<Mentions> {
  const noted = await db
    .select({ id: chatMessage.id, detail: chatMessage.detail })
    .from(chatMessage)
    .where(and(saidIn(db, pitchId), isNotNull(chatMessage.detail)))
  return mentionsOf(noted)
}

/**
 * Replaces names in the messages of a pitch's chats, private ones included. Returns the mentions as they were before.
 */
export async function renameMessages(db: Transaction, pitchId: number, { nameOf, are }: Nameless): Promise<Mentions> {
  const here = saidIn(db, pitchId)
  const called = guestNameOf(chatMessage.fromAccountId)
  await db
    .update(chatMessage)
    .set({ fromName: called })
    .where(and(here, are(chatMessage.fromAccountId), ne(chatMessage.fromName, called)))
  const noted = await db
    .select({
      id: chatMessage.id,
      detail: chatMessage.detail,
      content: chatMessage.content,
      offdata: chatMessage.offdata,
    })
    .from(chatMessage)
    .where(and(here, or(isNotNull(chatMessage.detail), isNotNull(chatMessage.offdata))))
  const mentions = mentionsOf(noted)
  const changed = noted.flatMap(row => {
    const { id, detail, content, offdata } = row
    const now = offdata
      ? forwardedBy(offdata, mentions.get(offdata.message_id) ?? [], nameOf)
      : { content: renameMentions(content, mentions.get(id) ?? [], nameOf), offdata }
    const renamed = { id, detail: rename(detail, nameOf), ...now }
    const isSame = renamed.detail === detail && renamed.content === content && renamed.offdata === offdata
    return isSame ? [] : [renamed]
  })
  await inBatches(changed, json =>
    db.execute(sql`update ${chatMessage} set detail = now.detail, content = now.content, offdata = now.offdata
      from jsonb_to_recordset(${json}::jsonb) as now (id bigint, detail jsonb, content text, offdata jsonb)
      where ${chatMessage.id} = now.id`),
  )
  return mentions
}

/** A forwarding message repeats the sender's name and the mentions of the original, so it is rewritten. */
function forwardedBy(offdata: OffData, mentioned: readonly MentionedBy[], nameOf: NameOf) {
  const text = Buffer.from(offdata.msg_content, 'base64').toString()
  const said = renameMentions(text, mentioned, nameOf)
  const renamed = rename(offdata, nameOf)
  return {
    content: forwardedText(renamed.name, said),
    offdata: said === text ? renamed : { ...renamed, msg_content: Buffer.from(said).toString('base64') },
  }
}
