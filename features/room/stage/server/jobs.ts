import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { STAGE_ABSENCE } from '#features/room/room/hosts.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import { settleVideoLater } from '#features/room/video/server/jobs.ts'
import { settleSending } from '#features/room/video/server/sending.ts'
import { rightTime } from '#server/clock.ts'
import { addJob, type Enqueue, type JobHandlers } from '#server/jobs/jobs.ts'
import { settleHandOver } from './handedOver.ts'
import { settleStage } from './settleStage.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** While attendees are on stage: lets off whoever has been gone for a while. */
    watchStage: { pitchId: number }
    /** After a pause or its end: tells LiveKit once more, until it was told; while a pause lasts, again and again. */
    settleStage: { pitchId: number }
    /** Some seconds after a hand-over: hands it on if whoever leads now had gone before it. `at`: when it was handed over. */
    watchHandOver: { pitchId: number; from: string; to: string; at: number }
  }
}

/** How often it is looked who of those on stage is there, in milliseconds. */
const LOOK = 30_000
const next = (pitchId: number, now: number) => ({ key: `watchStage:${pitchId}`, runAt: new Date(now + LOOK) })

/** From now on it is looked after who is on stage. */
export const lookAfterStage = (enqueue: Enqueue, pitchId: number, now: Date): Promise<void> =>
  enqueue('watchStage', { pitchId }, next(pitchId, now.getTime()))

/** How soon LiveKit is told again: in case that the first time failed or was forgotten, and while a pause lasts. */
const AGAIN = { soon: 2000, held: 20_000 }
const againIn = (pitchId: number, now: number, wait: number) => ({
  key: `settleStage:${pitchId}`,
  runAt: new Date(now + wait),
})

/** A server that dies, or a LiveKit that does not answer, leaves nobody heard in a pause, and nobody silent after it. */
export const settleStageLater = (enqueue: Enqueue, pitchId: number, now: Date): Promise<void> =>
  enqueue('settleStage', { pitchId }, againIn(pitchId, now.getTime(), AGAIN.soon))

export const stageJobs = {
  watchHandOver: (handed, frame) => settleHandOver(frame, handed),
  settleStage: async ({ pitchId }, frame) => {
    // a console without any LiveKit has nobody to tell
    if (!frame.media.httpUrl) return
    const wait = await settleStage(frame, pitchId).then(
      held => (frame.media.status() === 'ok' ? held && AGAIN.held : AGAIN.soon),
      error => {
        frame.log.warn({ err: error, pitchId }, 'LiveKit is told later who may send')
        return AGAIN.soon
      },
    )
    const [live] = wait ? await livePitches(frame.db, [pitchId]) : []
    if (wait && live)
      await frame.db.transaction(tx => addJob(tx, 'settleStage', { pitchId }, againIn(pitchId, rightTime(), wait)))
  },
  watchStage: async ({ pitchId }, frame) => {
    const { revoked, events } = await frame.db.transaction(async tx => {
      const room = await lockRoom(tx, pitchId, stagePart)
      const granted = room.stage.granted.map(({ account }) => account)
      const now = rightTime()
      const there = await attendeesHere(tx, pitchId, granted, new Date(now - STAGE_ABSENCE))
      const revoked = granted.filter(account => !there.has(account))
      const events: RoomEvent[] = []
      for (const account of revoked) {
        events.push(await appendEvent({ db: tx, frame }, pitchId, 'stageRevoked', { account }, undefined))
        await settleVideoLater(tx, { pitchId, accountId: account })
      }
      if (revoked.length < granted.length) await addJob(tx, 'watchStage', { pitchId }, next(pitchId, now))
      return { revoked, events }
    })
    if (events.length > 0) frame.rooms.publish(pitchId, events)
    // of whom it cannot be told now, LiveKit is told by their own jobs
    await Promise.allSettled(revoked.map(account => settleSending(frame, pitchId, account)))
  },
} satisfies JobHandlers
