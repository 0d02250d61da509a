import { CallFailed } from '#contract/call.ts'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { type ChatSlice, chatPart, isMuted } from '#features/talk/chat/apply.ts'
import { chatIsOpen, slowFor } from '#features/talk/chat/rules.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import type { lastWritten } from './changes.ts'
import type { GroupAccess } from './groupAccess.ts'
import { mayWrite } from './pace.ts'

interface Talking extends Pick<Context, 'db' | 'now'> {
  readonly actor: Actor
  readonly fail: (code: 'RoomNotOpen' | 'ChatMuted' | 'RemovedFromRoom') => never
}

/**
 * Fails if the caller may not write in the chats of a pitch, private ones included. It runs behind the room's lock, so
 * that a mute or a removal takes effect with its acknowledgement. `locked`: the room, if the caller holds its lock.
 */
export async function checkMayTalk(
  { db, now, actor, fail }: Talking,
  { pitch, part }: PitchAccess,
  locked?: Pick<RoomCore & ChatSlice, 'mute' | 'removed'>,
): Promise<void> {
  const { mute, removed } = locked ?? (await lockRoom(db, pitch.id, chatPart))
  if (removed.includes(actor.accountId)) fail('RemovedFromRoom')
  // [PERM-055] The team of the pitch is never muted.
  if (part === 'attendee' && isMuted(mute, actor.accountId)) fail('ChatMuted')
  if (!chatIsOpen(pitch, now)) fail('RoomNotOpen')
  if (!mayWrite(actor.accountId, now)) throw new CallFailed('TooManyRequests')
}

interface Writing extends Pick<Context, 'db' | 'now'> {
  readonly actor: Actor
  readonly fail: (code: 'ChatTooSoon', fields: Record<string, string>) => never
}

/**
 * Fails with ChatTooSoon if an attendee writes in the public chat within `slow` seconds of their last message, whose
 * time `last` reads. Slow mode applies neither to the team nor to private chats.
 */
export async function checkSlowMode(
  { db, now, actor, fail }: Writing,
  { group, access }: Pick<GroupAccess, 'group' | 'access'>,
  slow: number,
  last: typeof lastWritten,
): Promise<void> {
  if (slow === 0 || access.part !== 'attendee' || group.kind !== 'room') return
  const at = await last(db, group.id, actor.accountId)
  const seconds = at ? slowFor(slow, now.getTime() - at.getTime()) : 0
  if (seconds > 0) fail('ChatTooSoon', { seconds: String(seconds) })
}
