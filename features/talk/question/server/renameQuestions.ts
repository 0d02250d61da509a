import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { guestNameOf, type Nameless } from '#features/core/account/server/nameless.ts'
import { renameMentions } from '#features/core/account/veil.ts'
import { mentionsIn } from '#features/talk/chat/server/renameMessages.ts'
import type { Transaction } from '#server/db/database.ts'
import { inBatches } from '#server/db/database.ts'
import { question } from './tables.ts'

/**
 * Replaces the names of askers, and of people mentioned in forwarded messages, in the questions of a pitch. It reads
 * the mentions from the messages, so it runs before these are renamed.
 */
export async function renameQuestions(db: Transaction, pitchId: number, { nameOf, are }: Nameless): Promise<void> {
  const called = guestNameOf(question.fromAccountId)
  await db
    .update(question)
    .set({ fromName: called })
    .where(and(eq(question.pitchId, pitchId), are(question.fromAccountId), ne(question.fromName, called)))
  const mentions = await mentionsIn(db, pitchId)
  if (mentions.size === 0) return
  const forwarded = await db
    .select({ id: question.id, content: question.content, messageId: question.messageId })
    .from(question)
    .where(and(eq(question.pitchId, pitchId), isNotNull(question.messageId)))
  const changed = forwarded.flatMap(({ id, content, messageId }) => {
    const now = renameMentions(content, mentions.get(messageId ?? 0) ?? [], nameOf)
    return now === content ? [] : [{ id, content: now }]
  })
  await inBatches(changed, json =>
    db.execute(sql`update ${question} set content = now.content
      from jsonb_to_recordset(${json}::jsonb) as now (id uuid, content text) where ${question.id} = now.id`),
  )
}
