import { appendEvent } from '#features/room/room/server/append.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { editContent, emptyMessage, setReaction } from '#features/talk/chat/server/changes.ts'
import { asSent, chatGroupOf, findMessage, insertMessage } from '#features/talk/chat/server/queries.ts'
import { emptyStoredMessage } from '#features/talk/chat/server/storedMessages.ts'
import type { Context } from '#server/context.ts'

/** An action in the common chat; `which` picks one of the existing messages. */
export interface Talk {
  readonly what: 'sent' | 'edited' | 'deleted' | 'reacted'
  readonly which: number
  readonly text: string
  readonly on: boolean
}

/**
 * Does what the chat's calls do, without checking permissions: the message changes, and the event is sent. Returns the
 * number of events; `said` are the ids of the messages so far.
 */
export async function talk(
  { db, frame }: Pick<Context, 'db' | 'frame'>,
  pitch: { id: number; presentationName: string },
  by: { id: string },
  said: number[],
  { what, which, text, on }: Talk,
): Promise<number> {
  const groupId = await chatGroupOf(db, pitch)
  if (what === 'sent') {
    const from = { groupId, fromAccountId: by.id, fromName: 'Ivy', localMessageId: crypto.randomUUID() }
    const message = asSent(await insertMessage(db, { ...from, type: 0, content: text, at: new Date() }))
    said.push(message.id)
    await appendEvent({ db, frame }, pitch.id, 'messageSent', { message }, by.id)
    return 1
  }
  const row = await findMessage(db, { groupId, id: said[which % Math.max(1, said.length)] ?? 0, after: 0 })
  if (!row || row.deleted) return 0
  const { id } = row
  if (what === 'edited') {
    const edited: ChatMessage = asSent(await editContent(db, id, text, new Date()))
    const { msg_content, edited_time = '', revision = 0 } = edited
    await appendEvent({ db, frame }, pitch.id, 'messageEdited', { id, msg_content, edited_time, revision }, by.id)
  } else if (what === 'deleted') {
    const { revision } = await emptyMessage(db, id, 'sender')
    await emptyStoredMessage(db, pitch.id, id)
    await appendEvent({ db, frame }, pitch.id, 'messageDeleted', { id, deleted: 'sender', revision }, by.id)
  } else {
    const changed = await setReaction(db, row, { accountId: by.id, emoji: '👍', on })
    if (!changed) return 0
    const { count, row: now } = changed
    const reacted = { id, emoji: '👍', account: by.id, on, count, revision: now.revision } as const
    await appendEvent({ db, frame }, pitch.id, 'messageReacted', reacted, by.id)
  }
  return 1
}
