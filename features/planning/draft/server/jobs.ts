import { documentFolder } from '#features/core/pitch/rules.ts'
import { letUploadsGo } from '#features/room/deck/server/heldFiles.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { lockDraftToPurge, removeDraft } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes a deleted draft once it can no longer be restored. */
    purgePitchDraft: { draftId: string }
  }
}

export const draftJobs = {
  purgePitchDraft: async ({ draftId }, frame) => {
    const removed = await frame.db.transaction(async db => {
      const draft = await lockDraftToPurge(db, draftId)
      if (!draft) return undefined
      await letUploadsGo(db, draft.id, draft.uploadIds)
      await dropPicture(db, draft.companyLogo)
      await removeDraft(db, draft.id)
      return draft
    })
    if (removed) await frame.storage.remove(documentFolder(removed.id))
  },
} satisfies JobHandlers
