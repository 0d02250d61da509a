import { TrackSource } from 'livekit-server-sdk'
import { secondScreen } from '#features/room/media/rules.ts'
import { participantOf } from '#features/room/media/server/videoRoom.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { rightNow } from '#server/clock.ts'
import { addJob, type Enqueue, type JobHandlers } from '#server/jobs/jobs.ts'
import { findShare, markEnded } from './queries.ts'
import { settleScreen } from './settle.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** While a screen is shared: ends the share when nothing of it is sent any more. */
    watchShare: Watched
  }
}
/** A share, and where it is. */
export interface Watched {
  pitchId: number
  share: string
  /** Nothing of it was there when it was looked last. */
  missed?: boolean
}

/** How often it is looked whether the screen still comes, in milliseconds. */
const LOOK = 30_000
/** How long after it went, in milliseconds, when whoever sent it is still there. */
const GONE = 4000
/** How long whoever sent it, or LiveKit itself, may be gone, in milliseconds: the browser brings it back by itself. */
const AWAY = 15_000

const at = ({ share }: Watched, now: number, wait: number) => ({
  key: `watchShare:${share}`,
  runAt: new Date(now + wait),
})

/** From now on it is looked whether what is shared comes. */
export const lookAfterShare = (enqueue: Enqueue, watched: Watched, now: Date): Promise<void> =>
  enqueue('watchShare', watched, at(watched, now.getTime(), LOOK))

/** LiveKit says that somebody stopped sending, or is gone. */
export const lookSoon = (enqueue: Enqueue, watched: Watched, now: Date, isGone: boolean): Promise<void> =>
  enqueue('watchShare', { ...watched, missed: true }, at(watched, now.getTime(), isGone ? AWAY : GONE))

export const shareJobs = {
  watchShare: async (watched, frame) => {
    const row = await findShare(frame.db, watched.share)
    if (!row || row.endedAt) return
    const { pitchId, share } = watched
    const identity = row.device === 'second' ? secondScreen(row.accountId, row.id) : row.accountId
    const there = await participantOf(frame.media, pitchId, identity)
    const comes = there === 'unknown' || there?.tracks.some(track => track.source === TrackSource.SCREEN_SHARE)
    const event = await frame.db.transaction(async tx => {
      const room = await lockRoom(tx, pitchId, sharePart)
      if (room.share?.share !== share) return undefined
      const now = rightNow()
      if (comes || !watched.missed) {
        const next = { pitchId, share, missed: !comes }
        await addJob(tx, 'watchShare', next, at(watched, now.getTime(), comes ? LOOK : AWAY))
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
