import type { PitchAccess } from '#features/core/part/server/access.ts'
import { mayEndShares } from '#features/room/media/rules.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import type { ShareSlice } from '#features/room/share/apply.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { lookAfterShare } from './jobs.ts'
import { markEnded, markStarted, type ShareRow } from './queries.ts'
import { settleScreen } from './settle.ts'

type Acting = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'>

/** What somebody is in the room, and whether other people's screens are theirs to end. */
export async function standingToShare(db: Context['db'], actor: Actor, access: PitchAccess, room: RoomCore) {
  const part = await livingPart(db, actor, access)
  const leads = livingHostOf(room, access.pitch.userId) === actor.accountId
  return { part, mayEndOthers: mayEndShares(part, leads) }
}

/** Ends the share that goes on, if one does. The caller holds the room. What may be sent ends after the commit. */
export async function endShare(context: Acting, pitchId: number, room: ShareSlice): Promise<void> {
  const { share } = room
  if (!share) return
  await markEnded(context.db, share.share, context.now)
  await context.announce(pitchId, 'screenShareEnded', { share: share.share })
  context.afterCommit(() => settleScreen(context.frame, pitchId, share))
}

interface Beginning {
  readonly room: ShareSlice
  readonly row: ShareRow
  readonly name: string
  /** In the place of somebody else's. */
  readonly takesOver: boolean
}

/**
 * Makes this the one screen that is shared; again for the same one changes nothing. Undefined when somebody else's is in
 * its place. One's own older share gives way without a word. The caller holds the room.
 */
export async function beginShare(
  context: Acting & Pick<Context, 'enqueue'>,
  { room, row, name, takesOver }: Beginning,
): Promise<Date | undefined> {
  const { db, now, announce, afterCommit, enqueue, frame } = context
  const { id, pitchId, accountId, device } = row
  if (room.share?.share === id) return row.startedAt ?? now
  if (room.share && room.share.account !== accountId && !takesOver) return undefined
  await endShare(context, pitchId, room)
  await markStarted(db, id, now)
  const share = { share: id, account: accountId, name, device }
  await announce(pitchId, 'screenShared', share)
  await lookAfterShare(enqueue, { pitchId, share: id }, now)
  if (device === 'here') afterCommit(() => settleScreen(frame, pitchId, share))
  return now
}
