import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { STAGE_ABSENCE } from '#features/room/room/hosts.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import { queueSettleVideo } from '#features/room/video/server/jobs.ts'
import { settleSending } from '#features/room/video/server/sendingRights.ts'
import { rightTime } from '#server/clock.ts'
import { addJob, type Enqueue, type JobHandlers } from '#server/jobs/jobs.ts'
import { settleStage } from './settleStage.ts'
import { watchHandOver } from './watchHandOver.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** While attendees are on stage: revokes the grants of absent ones. */
    watchStage: { pitchId: number }
    /** After a pause or its end: informs LiveKit again until it answers, and at intervals while the pause lasts. */
    settleStage: { pitchId: number }
    /** Some seconds after a hand-over: moves on to the next taker if the new leader had left before it. `at`: its time. */
    watchHandOver: { pitchId: number; from: string; to: string; at: number }
  }
}

/** Milliseconds between two checks that the attendees on stage are in the room. */
const STAGE_CHECK = 30_000
const watchStageAt = (pitchId: number, now: number) => ({
  key: `watchStage:${pitchId}`,
  runAt: new Date(now + STAGE_CHECK),
})

/** Checks from now on that the attendees on stage are in the room. */
export const watchStage = (enqueue: Enqueue, pitchId: number, now: Date): Promise<void> =>
  enqueue('watchStage', { pitchId }, watchStageAt(pitchId, now.getTime()))

/** Milliseconds until LiveKit is informed again: after it may have failed, and while a pause lasts. */
const RETRY = { unanswered: 2000, paused: 20_000 }
const settleStageAt = (pitchId: number, now: number, wait: number) => ({
  key: `settleStage:${pitchId}`,
  runAt: new Date(now + wait),
})

/** Covers a server that dies and a LiveKit that does not answer: no one is heard in a pause, or silenced after it. */
export const enqueueSettleStage = (enqueue: Enqueue, pitchId: number, now: Date): Promise<void> =>
  enqueue('settleStage', { pitchId }, settleStageAt(pitchId, now.getTime(), RETRY.unanswered))

export const stageJobs = {
  watchHandOver,
  settleStage: async ({ pitchId }, frame) => {
    // without LiveKit there is nothing to inform
    if (!frame.media.httpUrl) return
    const wait = await settleStage(frame, pitchId).then(
      paused => (frame.media.status() === 'ok' ? paused && RETRY.paused : RETRY.unanswered),
      error => {
        frame.log.warn({ err: error, pitchId }, 'LiveKit is told later who may send')
        return RETRY.unanswered
      },
    )
    const [live] = wait ? await livePitches(frame.db, [pitchId]) : []
    if (wait && live)
      await frame.db.transaction(tx =>
        addJob(tx, 'settleStage', { pitchId }, settleStageAt(pitchId, rightTime(), wait)),
      )
  },
  watchStage: async ({ pitchId }, frame) => {
    const { revoked, events } = await frame.db.transaction(async tx => {
      const room = await lockRoom(tx, pitchId, stagePart)
      const granted = room.stage.granted.map(({ account }) => account)
      const now = rightTime()
      const here = await attendeesHere(tx, pitchId, granted, new Date(now - STAGE_ABSENCE))
      const revoked = granted.filter(account => !here.has(account))
      const events: RoomEvent[] = []
      for (const account of revoked) {
        events.push(await appendEvent({ db: tx, frame }, pitchId, 'stageRevoked', { account }, undefined))
        await queueSettleVideo(tx, { pitchId, accountId: account })
      }
      if (revoked.length < granted.length) await addJob(tx, 'watchStage', { pitchId }, watchStageAt(pitchId, now))
      return { revoked, events }
    })
    if (events.length > 0) frame.rooms.publish(pitchId, events)
    // where LiveKit does not answer now, each account's own job informs it
    await Promise.allSettled(revoked.map(account => settleSending(frame, pitchId, account)))
  },
} satisfies JobHandlers
