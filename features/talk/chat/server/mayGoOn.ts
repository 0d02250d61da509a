import { slowFor } from '#features/talk/chat/rules.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import type { lastWritten } from './changes.ts'
import type { GroupAccess } from './groupAccess.ts'

interface Writing extends Pick<Context, 'db' | 'now'> {
  readonly actor: Actor
  readonly fail: (code: 'ChatTooSoon', fields: Record<string, string>) => never
}

/**
 * Refuses whoever writes too soon while a room is slow, by `slow` seconds since what `last` says. Those who run the pitch
 * are never slowed, and nobody is in private.
 */
export async function mayGoOn(
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
