import { isToBePurged, removePitch } from '#features/core/pitch/server/queries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { letFilesGo } from '#features/room/deck/server/queries.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { documentFolder } from './documents.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** After the end of a pitch: it is over, and its results are summed up when most of them are in. */
    finishPitch: { pitchId: number }
    /** When a deletion can no longer be taken back. */
    purgePitch: { pitchId: number }
  }
}

/** How long after the end those who presented hear what came of it, in milliseconds. */
const RESULTS_AFTER = 3_600_000

export const pitchJobs = {
  finishPitch: async ({ pitchId }, { db }) => {
    await db.transaction(async tx => {
      if (!(await changePitchState(tx, { id: pitchId }, 'finish'))) return
      const runAt = new Date(rightTime() + RESULTS_AFTER)
      await addJob(tx, 'mailResults', { pitchId }, { key: `mailResults:${pitchId}`, runAt })
    })
  },
  purgePitch: async ({ pitchId }, { db, storage }) => {
    const removed = await db.transaction(async tx => {
      if (!(await isToBePurged(tx, pitchId, rightNow()))) return undefined
      await letFilesGo(tx, pitchId)
      const pitch = await removePitch(tx, pitchId)
      await dropPicture(tx, pitch?.companyLogo ?? null)
      return pitch
    })
    if (removed) await storage.remove(documentFolder(removed.uuid))
  },
} satisfies JobHandlers
