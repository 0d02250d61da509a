import { nameOrNumber } from '#features/core/account/veil.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { LINK_LIFE } from '#features/room/media/rules.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import { newToken } from '#server/tokens.ts'
import { acquireShare, findShare, listShares, markEnded } from './queries.ts'
import { beginShare, endShare, mustBeAbleToShare, sharingRights } from './sharing.ts'

/** [CALL-057, STATE-049] Shows nothing yet: the person chooses a screen first, or opens the link on another device. */
export const agoraSharescreenAcquire = withPitch<typeof shareCalls.agoraSharescreenAcquire>('sees', async context => {
  const { db, actor, input, now, fail, frame, pitch } = context
  const room = await lockRoom(db, pitch.id, sharePart)
  const { mayEndOthers } = await mustBeAbleToShare(db, actor, context, room)
  if (room.share && room.share.account !== actor.accountId && !mayEndOthers) return fail('ScreenTaken')
  if (frame.media.status() !== 'ok') return fail('VideoOff')
  const link = input.device === 'second' ? { ...newToken(), expiresAt: new Date(now.getTime() + LINK_LIFE) } : undefined
  const resource_id = await acquireShare(db, {
    ...{ pitchId: pitch.id, accountId: actor.accountId, sessionId: actor.sessionId },
    ...{ device: input.device, link, now },
  })
  return { resource_id, code: link?.token ?? null, expires_at: link?.expiresAt.toISOString() ?? null }
})

/** [CALL-058, STATE-050] From now on LiveKit accepts a screen from this person alone. */
export const agoraSharescreenStart = withPitch<typeof shareCalls.agoraSharescreenStart>('sees', async context => {
  const { db, actor, input, fail, pitch } = context
  const room = await lockRoom(db, pitch.id, sharePart)
  const { mayEndOthers } = await mustBeAbleToShare(db, actor, context, room)
  const row = await findShare(db, input.resource_id)
  const isOwn = row?.pitchId === pitch.id && row.accountId === actor.accountId && row.device === 'here'
  if (!row || !isOwn || row.endedAt) return fail('ShareNotFound')
  const startedAt = await beginShare(context, {
    ...{ room, row, name: nameOrNumber(actor.accountId, actor.name) },
    takesOver: input.take_over && mayEndOthers,
  })
  if (!startedAt) return fail('ScreenTaken')
  return { resource_id: row.id, started_at: startedAt.toISOString() }
})

/**
 * [CALL-059, STATE-051] For the person who shares, and for people who may end others' shares. Repeating it changes
 * nothing.
 */
export const agoraSharescreenStop = withPitch<typeof shareCalls.agoraSharescreenStop>('sees', async context => {
  const { db, actor, input, now, fail, pitch } = context
  const room = await lockRoom(db, pitch.id, sharePart)
  const { mayEndOthers } = await sharingRights(db, actor, context, room)
  const { resource_id } = input
  if (room.share && (resource_id === undefined || resource_id === room.share.share)) {
    if (room.share.account !== actor.accountId && !mayEndOthers) return fail('NoPermission')
    await endShare(context, pitch.id, room)
    return {}
  }
  const row = resource_id === undefined ? undefined : await findShare(db, resource_id)
  if (row && row.pitchId === pitch.id && row.accountId === actor.accountId) await markEnded(db, row.id, now)
  return {}
})

/** [CALL-060] */
export const getSharescreenFileList = withPitch<typeof shareCalls.getSharescreenFileList>(
  moderates,
  ({ db, input, pitch }) => listShares(db, pitch.id, input),
)
