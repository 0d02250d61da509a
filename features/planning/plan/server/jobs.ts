import { documentFolder } from '#features/core/pitch/rules.ts'
import { lockPitchToPurge, removePitch } from '#features/core/pitch/server/purgeQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { letFilesGo } from '#features/room/deck/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { type Occasion, raise } from '#server/occasions.ts'
import { dropPicture } from '#server/pictures/pictures.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes a deleted pitch once it can no longer be restored. */
    purgePitch: { pitchId: number }
  }
}

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch deleted long ago is about to be removed permanently, unless a hearer answers `keep`. */
    pitchPurges: Occasion<Pick<Context, 'db'>, PitchRow, 'keep' | undefined>
  }
}

export const planJobs = {
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
