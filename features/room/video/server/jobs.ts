import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { closeVideoRoom, participantOf, removeFromVideo, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import type { Attending } from '#features/room/room/server/admissionQueries.ts'
import { rightTime } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { admissionOf } from './admission.ts'
import { settleSending } from './sending.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** After what somebody may do in a live pitch has changed: tells LiveKit once more, until it was told. */
    settleVideo: Attending
    /** After a pitch's end: the same of its room. */
    closeVideo: { pitchId: number; endedAt: number }
  }
}

/** How soon LiveKit is told again, in milliseconds: in case that the first time failed or was forgotten. */
const AGAIN = 2000
/** For how long a room is asked to be closed, in milliseconds. */
const CLOSES = 3_600_000

const soon = (key: string) => ({ key, runAt: new Date(rightTime() + AGAIN) })

/** Belongs to the transaction that changes what somebody may do: whoever dies after its commit has not forgotten it. */
export const settleVideoLater = (db: Transaction, { pitchId, accountId }: Attending): Promise<void> =>
  addJob(db, 'settleVideo', { pitchId, accountId }, soon(`settleVideo:${pitchId}:${accountId}`))

/** Makes LiveKit allow somebody what holds of them by this transaction: at once when it is committed, and until it was told. */
export async function settleVideo(
  { db, afterCommit, frame }: Pick<Context, 'db' | 'afterCommit' | 'frame'>,
  pitchId: number,
  accountId: string,
): Promise<void> {
  await settleVideoLater(db, { pitchId, accountId })
  afterCommit(() => settleSending(frame, pitchId, accountId))
}

/** Ends a pitch's video by this transaction, in the same way. */
export async function closeVideo(
  { db, afterCommit, frame }: Pick<Context, 'db' | 'afterCommit' | 'frame'>,
  pitchId: number,
): Promise<void> {
  await closeVideoLater(db, { pitchId, endedAt: rightTime() })
  afterCommit(() => closeVideoRoom(frame.media, pitchId))
}

const closeVideoLater = (db: Transaction, ended: { pitchId: number; endedAt: number }) =>
  addJob(db, 'closeVideo', ended, soon(`closeVideo:${ended.pitchId}`))

/** Tells LiveKit of somebody who is in a pitch's room: that they may not be there, or what they may send. Answers whether it was told. */
async function tellOf(frame: Frame, { pitchId, accountId: identity }: Attending): Promise<boolean> {
  const { media } = frame
  const there = await participantOf(media, pitchId, identity)
  if (there === 'unknown') return false
  if (!there) return true
  const comer = { room: videoRoomOf(media, pitchId), identity, metadata: there.metadata }
  if (await admissionOf(frame, comer)) await settleSending(frame, pitchId, identity)
  else await removeFromVideo(media, pitchId, identity)
  return media.status() === 'ok'
}

async function untilTold(
  { db, log, media }: Frame,
  tell: () => Promise<boolean>,
  later: (tx: Transaction) => Promise<void>,
): Promise<void> {
  // a console without any LiveKit has nobody to tell
  if (!media.httpUrl) return
  const told = await tell().catch(error => {
    log.warn({ err: error }, 'LiveKit is told later')
    return false
  })
  if (!told) await db.transaction(later)
}

export const videoJobs = {
  settleVideo: async (whom, frame) => {
    const [live] = await livePitches(frame.db, [whom.pitchId])
    if (!live) return
    await untilTold(
      frame,
      () => tellOf(frame, whom),
      tx => settleVideoLater(tx, whom),
    )
  },
  closeVideo: async (ended, frame) => {
    const { pitchId, endedAt } = ended
    const [live] = await livePitches(frame.db, [pitchId])
    if (live || rightTime() - endedAt > CLOSES) return
    const tell = async () => {
      await closeVideoRoom(frame.media, pitchId)
      return frame.media.status() === 'ok'
    }
    await untilTold(frame, tell, tx => closeVideoLater(tx, ended))
  },
} satisfies JobHandlers
