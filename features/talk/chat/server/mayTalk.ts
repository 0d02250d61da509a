import { CallFailed } from '#contract/call.ts'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { type ChatSlice, chatPart, isMuted } from '#features/talk/chat/apply.ts'
import { chatIsOpen } from '#features/talk/chat/rules.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { mayWrite } from './pace.ts'

interface Talking extends Pick<Context, 'db' | 'now'> {
  readonly actor: Actor
  readonly fail: (code: 'RoomNotOpen' | 'ChatMuted' | 'RemovedFromRoom') => never
}

/**
 * Refuses whoever may not write in a pitch's chats at the moment, private ones included: they pass one by one behind the
 * room's lock, so that a mute or a removal holds from the moment it is acknowledged. `locked`: the room, by who has its
 * lock already.
 */
export async function mayTalk(
  { db, now, actor, fail }: Talking,
  { pitch, part }: PitchAccess,
  locked?: Pick<RoomCore & ChatSlice, 'mute' | 'removed'>,
): Promise<void> {
  const { mute, removed } = locked ?? (await lockRoom(db, pitch.id, chatPart))
  if (removed.includes(actor.accountId)) fail('RemovedFromRoom')
  // [PERM-055] Those who run the pitch are never muted.
  if (part === 'attendee' && isMuted(mute, actor.accountId)) fail('ChatMuted')
  if (!chatIsOpen(pitch, now)) fail('RoomNotOpen')
  if (!mayWrite(actor.accountId, now)) throw new CallFailed('TooManyRequests')
}
