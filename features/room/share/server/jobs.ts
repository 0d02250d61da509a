import { TrackSource } from 'livekit-server-sdk'
import { secondScreen } from '#features/room/media/rules.ts'
import { participantOf } from '#features/room/media/server/videoRoom.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { rightNow } from '#server/clock.ts'
import { addJob, type Enqueue, type JobHandlers } from '#server/jobs/jobs.ts'
import { findShare, markEnded } from './queries.ts'
import { settleScreen } from './settleScreen.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Checks a running share, and ends it when its screen is no longer sent. */
    watchShare: WatchedShare
  }
}
/** The share that a check is about. */
export interface WatchedShare {
  pitchId: number
  share: string
  /** The last check found no track of it in LiveKit. */
  missed?: boolean
}

/** Milliseconds between two checks of a running share. */
const CHECK_EVERY = 30_000
/** Milliseconds until the check after the track ended while its sender stayed connected. */
const TRACK_ENDED = 4000
/** Milliseconds that the sender, or LiveKit itself, has to reconnect: the browser sends the screen again by itself. */
const RECONNECT_WITHIN = 15_000

const at = ({ share }: WatchedShare, now: number, wait: number) => ({
  key: `watchShare:${share}`,
  runAt: new Date(now + wait),
})

/** Begins the regular checks of a share. */
export const watchShare = (enqueue: Enqueue, share: WatchedShare, now: Date): Promise<void> =>
  enqueue('watchShare', share, at(share, now.getTime(), CHECK_EVERY))

/** Brings the next check forward, after LiveKit reported that the track ended or its sender left (`isGone`). */
export const checkShareSoon = (enqueue: Enqueue, share: WatchedShare, now: Date, isGone: boolean): Promise<void> =>
  enqueue('watchShare', { ...share, missed: true }, at(share, now.getTime(), isGone ? RECONNECT_WITHIN : TRACK_ENDED))

export const shareJobs = {
  watchShare: async (watched, frame) => {
    const row = await findShare(frame.db, watched.share)
    if (!row || row.endedAt) return
    const { pitchId, share } = watched
    const identity = row.device === 'second' ? secondScreen(row.accountId, row.id) : row.accountId
    const participant = await participantOf(frame.media, pitchId, identity)
    const isSent =
      participant === 'unknown' || participant?.tracks.some(track => track.source === TrackSource.SCREEN_SHARE)
    const event = await frame.db.transaction(async tx => {
      const room = await lockRoom(tx, pitchId, sharePart)
      if (room.share?.share !== share) return undefined
      const now = rightNow()
      if (isSent || !watched.missed) {
        const next = { pitchId, share, missed: !isSent }
        await addJob(tx, 'watchShare', next, at(watched, now.getTime(), isSent ? CHECK_EVERY : RECONNECT_WITHIN))
        return undefined
      }
      await markEnded(tx, share, now)
      return appendEvent({ db: tx, frame }, pitchId, 'screenShareEnded', { share }, undefined)
    })
    if (!event) return
    frame.rooms.publish(pitchId, [event])
    await settleScreen(frame, pitchId, { share, account: row.accountId, device: row.device })
  },
} satisfies JobHandlers
