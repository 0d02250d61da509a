import type { RoomCore } from '#features/room/room/apply.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { hostsAmong } from '#features/room/room/server/teamQueries.ts'
import { type ChatSlice, chatPart } from '#features/talk/chat/apply.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { type GroupAccess, groupFor } from './groupAccess.ts'
import { membersOf } from './groupQueries.ts'
import { asSent, findMessage, type MessageRow } from './queries.ts'

interface Asking extends Pick<Context, 'db'> {
  readonly actor: Actor
  readonly input: { readonly group_uuid: string; readonly message_id: number }
  readonly fail: (code: 'GroupNotFound' | 'MessageNotFound' | 'RemovedFromRoom') => never
}

/** A chat that somebody is in, and a message of it that they may see. */
export interface MessageAccess extends GroupAccess {
  readonly row: MessageRow
}

/** What somebody wrote, for those who may see it; what was deleted is not there any more, and the system's own never was. */
export async function messageFor({ db, actor, input, fail }: Asking): Promise<MessageAccess> {
  const found = await groupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  if (found === 'removed') return fail('RemovedFromRoom')
  const after = found.member?.afterMessage ?? 0
  const row = await findMessage(db, { groupId: found.group.id, id: input.message_id, after })
  if (!row || row.deleted || row.type === messageTypes.system) return fail('MessageNotFound')
  return { ...found, row }
}

/**
 * The same, to be changed: whatever changes a message of a room passes here one by one, and whoever was removed, or taken
 * out of a private chat, while waiting for the lock changes none. `room`: as it is behind the lock.
 */
export async function messageToChange(
  asking: Asking,
): Promise<MessageAccess & { readonly room: RoomCore & ChatSlice }> {
  const { db, actor, fail } = asking
  const { group } = await messageFor(asking)
  const room = await lockRoom(db, group.pitchId, chatPart)
  if (room.removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  return { ...(await messageFor(asking)), room }
}

/** Tells those who are in a private chat what a message is now; everybody's chat has numbered events instead. */
export async function signalChange(
  { db, afterCommit, frame }: Pick<Context, 'db' | 'afterCommit' | 'frame'>,
  group: GroupAccess['group'],
  row: MessageRow,
): Promise<ChatMessage> {
  const message = asSent(row, group.pair)
  if (group.kind === 'room') return message
  const all = await membersOf(db, group.id)
  const members = group.kind === 'team' ? await hostsAmong(db, group.pitchId, all) : all
  afterCommit(() => frame.rooms.signal(group.pitchId, members, 'chatMessageChanged', { message }))
  return message
}
