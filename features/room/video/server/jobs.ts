import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { closeVideoRoom, participantOf, removeFromVideo, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import type { Attending } from '#features/room/room/server/admissionQueries.ts'
import { rightTime } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { admissionOf } from './admission.ts'
import { settleSending } from './sendingRights.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Applies a person's changed rights in LiveKit, until LiveKit has answered. */
    settleVideo: Attending
    /** Closes the LiveKit room of a pitch that has ended, until LiveKit has answered. */
    closeVideo: { pitchId: number; endedAt: number }
  }
}

/**
 * Milliseconds until a job applies a change again, in case the server died after the commit or LiveKit did not answer.
 */
const RETRY_DELAY = 2000
/** For how long the closing of a room is retried, in milliseconds. */
const CLOSE_FOR = 3_600_000

const soon = (key: string) => ({ key, runAt: new Date(rightTime() + RETRY_DELAY) })

/**
 * Adds the job to the transaction that changes a person's rights, so that a server that dies after the commit loses
 * nothing.
 */
export const queueSettleVideo = (db: Transaction, { pitchId, accountId }: Attending): Promise<void> =>
  addJob(db, 'settleVideo', { pitchId, accountId }, soon(`settleVideo:${pitchId}:${accountId}`))

/** Applies a person's rights in LiveKit after the commit, and again by a job until LiveKit has answered. */
export async function settleVideo(
  { db, afterCommit, frame }: Pick<Context, 'db' | 'afterCommit' | 'frame'>,
  pitchId: number,
  accountId: string,
): Promise<void> {
  await queueSettleVideo(db, { pitchId, accountId })
  afterCommit(() => settleSending(frame, pitchId, accountId))
}

/** Closes a pitch's LiveKit room after the commit, and again by a job until LiveKit has answered. */
export async function closeVideo(
  { db, afterCommit, frame }: Pick<Context, 'db' | 'afterCommit' | 'frame'>,
  pitchId: number,
): Promise<void> {
  await queueCloseVideo(db, { pitchId, endedAt: rightTime() })
  afterCommit(() => closeVideoRoom(frame.media, pitchId))
}

const queueCloseVideo = (db: Transaction, ended: { pitchId: number; endedAt: number }) =>
  addJob(db, 'closeVideo', ended, soon(`closeVideo:${ended.pitchId}`))

/**
 * Removes a participant who may not be in the room, or sets what they may send. Returns whether LiveKit was reached.
 */
async function settleParticipant(frame: Frame, { pitchId, accountId }: Attending): Promise<boolean> {
  const { media } = frame
  const participant = await participantOf(media, pitchId, accountId)
  if (participant === 'unknown') return false
  if (!participant) return true
  const { identity, metadata } = participant
  if (await admissionOf(frame, { room: videoRoomOf(media, pitchId), identity, metadata }))
    await settleSending(frame, pitchId, accountId)
  else await removeFromVideo(media, pitchId, accountId)
  return media.status() === 'ok'
}

/** Runs `apply`, and `queueAgain` unless it reached LiveKit. */
async function applyOrRetry(
  { db, log, media }: Frame,
  apply: () => Promise<boolean>,
  queueAgain: (tx: Transaction) => Promise<void>,
): Promise<void> {
  // without any LiveKit there is nothing to apply
  if (!media.httpUrl) return
  const reached = await apply().catch(error => {
    log.warn({ err: error }, 'LiveKit is told later')
    return false
  })
  if (!reached) await db.transaction(queueAgain)
}

export const videoJobs = {
  settleVideo: async (attending, frame) => {
    const [live] = await livePitches(frame.db, [attending.pitchId])
    if (!live) return
    await applyOrRetry(
      frame,
      () => settleParticipant(frame, attending),
      tx => queueSettleVideo(tx, attending),
    )
  },
  closeVideo: async (ended, frame) => {
    const { pitchId, endedAt } = ended
    const [live] = await livePitches(frame.db, [pitchId])
    if (live || rightTime() - endedAt > CLOSE_FOR) return
    const close = async () => {
      await closeVideoRoom(frame.media, pitchId)
      return frame.media.status() === 'ok'
    }
    await applyOrRetry(frame, close, tx => queueCloseVideo(tx, ended))
  },
} satisfies JobHandlers
