import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { presents } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { textVeiled } from '#features/room/guest/server/veiling.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { isHost, messageTypes, moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { hostsAmong } from '#features/room/room/server/teamQueries.ts'
import { type ChatSlice, chatPart, isMuted } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { chatIsOpen, isEditable } from '#features/talk/chat/rules.ts'
import type { Context, ContextOf } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { type Occasion, raise } from '#server/occasions.ts'
import { paced } from '#server/pace.ts'
import { editContent, emptyMessage, lastChanged, setReaction } from './changes.ts'
import { checkMayTalk, checkSlowMode } from './checks.ts'
import { type GroupAccess, readableGroup } from './groupAccess.ts'
import { membersOf } from './groupQueries.ts'
import { mayReact } from './pace.ts'
import { asSent, findGroup, findMessage, forwardsOf, type MessageRow, mentionsIn } from './queries.ts'
import { emptyStoredMessage } from './storedMessages.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A message of the public chat was deleted. The room of its pitch is locked. */
    messageDeleted: Occasion<
      Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'>,
      { pitch: PitchRow; messageId: number }
    >
  }
}

interface OnMessage extends Pick<Context, 'db'> {
  readonly actor: Actor
  readonly input: { readonly group_uuid: string; readonly message_id: number }
  readonly fail: (code: 'GroupNotFound' | 'MessageNotFound' | 'RemovedFromRoom') => never
}

/** A chat that the caller may read, and a message of it. */
interface MessageAccess extends GroupAccess {
  readonly row: MessageRow
}

/** The message of that id. Fails with MessageNotFound for a deleted message and for one of the system. */
export async function readableMessage(context: OnMessage): Promise<MessageAccess> {
  const { db, input, fail } = context
  const found = await readableGroup(context, input.group_uuid)
  const after = found.member?.afterMessage ?? 0
  const row = await findMessage(db, { groupId: found.group.id, id: input.message_id, after })
  if (!row || row.deleted || row.type === messageTypes.system) return fail('MessageNotFound')
  return { ...found, row }
}

/**
 * The message and its room behind the room's lock, which orders all changes of messages. The caller's right is checked
 * again behind the lock, since they may have been removed from the room or the chat while waiting for it.
 */
async function messageToChange(context: OnMessage): Promise<MessageAccess & { readonly room: RoomCore & ChatSlice }> {
  const { db, actor, fail } = context
  const { group } = await readableMessage(context)
  const room = await lockRoom(db, group.pitchId, chatPart)
  if (room.removed.includes(actor.accountId)) return fail('RemovedFromRoom')
  return { ...(await readableMessage(context)), room }
}

/** Sends a changed message to the members of a private chat. The public chat has numbered events instead. */
async function signalChange(
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

/** Edits the caller's own message within `EDITABLE_FOR`. The same text again is no change. */
export const editMessage = paced<typeof chatCalls.editMessage>(mayAttempt, async context => {
  const { db, actor, input, now, fail, announce } = context
  const { group, access, row, room } = await messageToChange(context)
  if (row.fromAccountId !== actor.accountId || row.type !== messageTypes.normal) return fail('NoPermission')
  if (row.content === input.content) return asSent(row, group.pair)
  if (!isEditable(row.at.getTime(), now.getTime())) return fail('EditTooLate')
  // slow mode counts an edit as a message, so that edits cannot get around it
  await checkSlowMode(context, { group, access }, room.slow, lastChanged)
  await checkMayTalk(context, access, room)
  const mentioned = mentionsIn(row.detail).map(({ id }) => id)
  const content = await textVeiled(db, group.pitchId, { text: input.content, mentioned })
  const edited = await editContent(db, row.id, content, now)
  const message = await signalChange(context, group, edited)
  if (group.kind === 'room') {
    const { id, msg_content, notification_members } = message
    await announce(group.pitchId, 'messageEdited', {
      ...{ id, msg_content, edited_time: now.toISOString(), revision: edited.revision },
      ...(notification_members && { notification_members }),
    })
  }
  return message
})

type Deleting = ContextOf<typeof chatCalls.deleteMessage>

/** Empties a message; its place in the chat stays. */
export const deleteMessage = paced<typeof chatCalls.deleteMessage>(mayAttempt, async context => {
  const { db, actor, announce, fail } = context
  const found = await messageToChange(context)
  const { group, row } = found
  const isOwn = row.fromAccountId === actor.accountId
  if (!isOwn && !(await mayDeleteOthers(context, found))) return fail('NoPermission')
  const deleted = isOwn ? 'sender' : 'moderator'
  const emptied = await emptyMessage(db, row.id, deleted)
  if (group.kind === 'room') {
    await emptyStoredMessage(db, group.pitchId, row.id)
    await announce(group.pitchId, 'messageDeleted', { id: row.id, deleted, revision: emptied.revision })
    await raise(context, 'messageDeleted', { pitch: found.access.pitch, messageId: row.id })
    await emptyForwards(context, found, deleted)
  }
  if (!isOwn)
    await writeAudit(context, {
      action: 'chat.deleteMessage',
      subject: row.fromAccountId,
      detail: { pitch: found.access.pitch.uuid, message: row.id },
    })
  return signalChange(context, group, emptied)
})

/** Empties the private messages that forwarded this one. */
async function emptyForwards(
  context: Deleting,
  { group: { pitchId }, row }: MessageAccess,
  deleted: 'sender' | 'moderator',
): Promise<void> {
  for (const { id, groupId } of await forwardsOf(context.db, pitchId, row.id)) {
    const group = await findGroup(context.db, groupId)
    const emptied = await emptyMessage(context.db, id, deleted)
    if (group) await signalChange(context, group, emptied)
  }
}

/** In the public chat moderators delete messages of attendees, and presenters delete any message. */
async function mayDeleteOthers({ db, actor }: Deleting, { group, access, row }: MessageAccess): Promise<boolean> {
  if (group.kind !== 'room' || !moderates(access.part)) return false
  if (presents(await livingPart(db, actor, access))) return true
  const sender = await findAccount(db, row.fromAccountId)
  return !isHost(access.pitch, sender)
}

/** Adds or removes the caller's reaction, once for each emoji. An unchanged reaction causes no event. */
export const reactToMessage = paced<typeof chatCalls.reactToMessage>(mayReact, async context => {
  const { db, actor, input, now, fail, announce } = context
  const { group, access, row, room } = await messageToChange(context)
  const { emoji, on } = input
  if (access.part === 'attendee' && isMuted(room.mute, actor.accountId)) return fail('ChatMuted')
  if (!chatIsOpen(access.pitch, now)) return fail('RoomNotOpen')
  const changed = await setReaction(db, row, { accountId: actor.accountId, emoji, on })
  if (!changed) return asSent(row, group.pair)
  if (group.kind === 'room')
    await announce(group.pitchId, 'messageReacted', {
      ...{ id: row.id, emoji, on, account: actor.accountId },
      ...{ count: changed.count, revision: changed.row.revision },
    })
  return signalChange(context, group, changed.row)
})
