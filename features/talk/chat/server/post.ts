import { randomUUID } from 'node:crypto'
import type { GuestSlice } from '#features/room/guest/apply.ts'
import { nameInRoom, textVeiled, veiled } from '#features/room/guest/server/veiling.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { type LockedRoom, lockRoomAt } from '#features/room/room/server/append.ts'
import { hostsAmong } from '#features/room/room/server/teamQueries.ts'
import type { ChatMessage, SystemDetail } from '#features/talk/chat/events.ts'
import type { SystemMessage } from '#features/talk/chat/rules.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { type GroupRow, membersOf, noteRead } from './groupQueries.ts'
import { asSent, chatGroupOf, insertMessage, insertOnce, mentionsIn } from './queries.ts'
import type { chatMessage } from './tables.ts'

type Posting = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'> & { readonly actor: Actor }

/** Names in a system message. */
export interface Named {
  readonly id: string
  readonly name: string
}

/**
 * Stores a message and sends it: in the public chat as a numbered event, in a private one as a signal to its members,
 * whose browsers reload the chat after a lost connection. Returns undefined, and sends nothing, if the sender has sent
 * a message with this id before. `locked`: the room, if the caller holds its lock.
 */
export async function post(
  { db, now, actor, announce, afterCommit, frame }: Posting,
  group: GroupRow,
  message: Pick<
    typeof chatMessage.$inferInsert,
    'localMessageId' | 'type' | 'content' | 'detail' | 'fatherMessage' | 'offdata' | 'fromPart'
  >,
  locked?: LockedRoom<RoomCore & GuestSlice>,
): Promise<ChatMessage | undefined> {
  // [PERM-059] in guest mode no name of a guest is stored, not even one that the sender knew and wrote
  const guests = locked?.state.guests
  const fromName = await nameInRoom(db, group.pitchId, actor, guests)
  const detail = message.detail && (await veiled(db, group.pitchId, message.detail, guests))
  const mentioned = mentionsIn(message.detail).map(({ id }) => id)
  const content = await textVeiled(db, group.pitchId, { text: message.content, mentioned }, guests)
  const from = { groupId: group.id, fromAccountId: actor.accountId, fromName, sessionId: actor.sessionId }
  const row = await insertOnce(db, { ...message, ...from, content, ...(detail && { detail }), at: now })
  if (!row) return undefined
  const sent = asSent(row, group.pair)
  if (group.kind === 'room') await announce(group.pitchId, 'messageSent', { message: sent }, locked)
  else {
    await noteRead(db, group.id, actor.accountId, sent.id)
    const all = await membersOf(db, group.id)
    // a member who left the team of the pitch does not get the team's messages
    const members = group.kind === 'team' ? await hostsAmong(db, group.pitchId, all) : all
    afterCommit(() => frame.rooms.signal(group.pitchId, members, 'chatMessage', { message: sent }))
  }
  return sent
}

/** [ENT-099] Posts a system message with the members of a private chat, those added and those who left. */
export function postMembers(
  context: Posting,
  group: GroupRow,
  word: SystemMessage,
  { members, added = [], left = [] }: { members: readonly Named[]; added?: readonly Named[]; left?: readonly Named[] },
): Promise<ChatMessage | undefined> {
  const named = (people: readonly Named[]) => people.map(({ id, name }) => ({ id, name }))
  const detail: SystemDetail = {
    group_id: group.id,
    domain: new URL(context.frame.settings.publicUrl).host,
    members: named(members),
    added_members: named(added),
    left_members: named(left),
  }
  return post(context, group, { localMessageId: randomUUID(), type: messageTypes.system, content: word, detail })
}

/** Signals to people that a private chat has changed, so that their browsers load the list again. */
export const signalGroup = (
  { afterCommit, frame }: Pick<Context, 'afterCommit' | 'frame'>,
  group: Pick<GroupRow, 'id' | 'pitchId'>,
  people: readonly string[],
): void =>
  afterCommit(() => frame.rooms.signal(group.pitchId, [...new Set(people)], 'chatGroup', { group_uuid: group.id }))

/** [CONST-012] Posts a system message in the public chat of a pitch, such as the start of the pitch. */
export async function postSystemMessage(
  { db, now, actor, announce }: Pick<Posting, 'db' | 'now' | 'announce' | 'actor'>,
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
