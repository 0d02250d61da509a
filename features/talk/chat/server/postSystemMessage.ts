import { randomUUID } from 'node:crypto'
import { messageTypes } from '#features/room/room/rules.ts'
import { lockRoomAt } from '#features/room/room/server/append.ts'
import type { SystemMessage } from '#features/talk/chat/rules.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { asSent, chatGroupOf, insertMessage } from './queries.ts'

/** [CONST-012] Notes in a pitch's chat what happened; whoever reads the history later sees where the pitch began. */
export async function postSystemMessage(
  { db, now, actor, announce }: Pick<Context, 'db' | 'now' | 'announce'> & { actor: Actor },
  pitch: { id: number; presentationName: string },
  word: SystemMessage,
): Promise<void> {
  const locked = await lockRoomAt(db, pitch.id)
  const row = await insertMessage(db, {
    groupId: await chatGroupOf(db, pitch),
    fromAccountId: actor.accountId,
    fromName: actor.name,
    localMessageId: randomUUID(),
    type: messageTypes.system,
    content: word,
    at: now,
  })
  await announce(pitch.id, 'messageSent', { message: asSent(row) }, locked)
}
