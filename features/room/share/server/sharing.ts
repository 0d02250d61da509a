import { CallFailed } from '#contract/call.ts'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { mayEndShares, mayShare } from '#features/room/media/rules.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import type { ShareSlice } from '#features/room/share/apply.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { watchShare } from './jobs.ts'
import { carryOver, markEnded, markStarted, type ShareRow } from './queries.ts'
import { settleScreen } from './settleScreen.ts'

type Acting = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'>

/** The caller's part in the room, and whether they may end other people's shares. */
export async function sharingRights(db: Context['db'], actor: Actor, access: PitchAccess, room: RoomCore) {
  const part = await livingPart(db, actor, access)
  const leads = livingHostOf(room, access.pitch.userId) === actor.accountId
  return { part, mayEndOthers: mayEndShares(part, leads) }
}

/**
 * The same for a caller who is about to share.
 * @throws {CallFailed} NoPermission for all but presenters, PitchStateForbids unless the pitch is live and not paused
 */
export async function mustBeAbleToShare(db: Context['db'], actor: Actor, access: PitchAccess, room: RoomCore) {
  const rights = await sharingRights(db, actor, access, room)
  if (!presents(rights.part)) throw new CallFailed('NoPermission')
  if (!mayShare(rights.part, room)) throw new CallFailed('PitchStateForbids')
  return rights
}

/** Ends the running share, if there is one. The caller has locked the room. LiveKit stops the screen after the commit. */
export async function endShare(context: Acting, pitchId: number, room: ShareSlice): Promise<void> {
  const { share } = room
  if (!share) return
  await markEnded(context.db, share.share, context.now)
  await context.announce(pitchId, 'screenShareEnded', { share: share.share })
  context.afterCommit(() => settleScreen(context.frame, pitchId, share))
}

/** Ends the running share for a pause. After it a second device shares again by itself; a browser in the room asks first. */
export async function suspendShare(context: Acting, pitchId: number, room: ShareSlice): Promise<void> {
  const { share } = room
  if (share?.device === 'second') await carryOver(context.db, share.share, context.now)
  await endShare(context, pitchId, room)
}

interface Beginning {
  readonly room: ShareSlice
  readonly row: ShareRow
  readonly name: string
  /** Ends another person's share to begin this one. */
  readonly takesOver: boolean
}

/**
 * Makes this the one screen that is shared and ends the person's own older share; repeating it changes nothing. The caller
 * has locked the room.
 * @returns when the share began; undefined while another person shares and `takesOver` is false
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
  await watchShare(enqueue, { pitchId, share: id }, now)
  if (device === 'here') afterCommit(() => settleScreen(frame, pitchId, share))
  return now
}
