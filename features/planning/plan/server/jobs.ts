import { lockPitchToPurge, removePitch } from '#features/core/pitch/server/purgeQueries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { letFilesGo } from '#features/room/deck/server/queries.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { raise } from '#server/occasions.ts'
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
  purgePitch: async ({ pitchId }, frame) => {
    const removed = await frame.db.transaction(async db => {
      const pitch = await lockPitchToPurge(db, pitchId, rightNow())
      if (!pitch || (await raise({ db, frame }, 'pitchPurges', pitch)).includes('keep')) return undefined
      await letFilesGo(db, pitchId)
      await removePitch(db, pitchId)
      await dropPicture(db, pitch.companyLogo)
      return pitch
    })
    if (removed) await frame.storage.remove(documentFolder(removed.uuid))
  },
} satisfies JobHandlers
